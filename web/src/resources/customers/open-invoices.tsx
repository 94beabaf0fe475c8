import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { FieldInput } from '../../fields/field.tsx'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import type { OpenInvoice, Settled } from './spread-amount.ts'

interface OpenInvoicesProps {
  readonly invoices: readonly (Row & OpenInvoice)[]
  readonly settled: Readonly<Record<string, Settled>>
  readonly payments: Resource
  readonly errors: Readonly<Record<string, string>>
  readonly onSettle: (id: string, changes: Partial<Settled>) => void
}

/** The open invoices of a customer, what is due first before the others, and what is settled of each. */
export function OpenInvoices({ invoices, settled, payments, errors, onSettle }: OpenInvoicesProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const isDiscounted = invoices.some(({ discountUntil }) => discountUntil)
  const parts = isDiscounted ? (['amount', 'discount'] as const) : (['amount'] as const)
  if (invoices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('invoices:nothingOpen')}
      </Text>
    )
  return (
    <Table.ScrollContainer minWidth={isDiscounted ? 430 : 300}>
      <Table aria-label={t('invoices:openInvoices')} verticalSpacing={4} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{labels.field('payments', 'invoice')}</Table.Th>
            <Table.Th ta="right">{labels.field('invoices', 'outstanding')}</Table.Th>
            {parts.map((part) => (
              <Table.Th key={part}>{labels.field('payments', `allocations.${part}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoices.map(({ id, invoiceNumber, dueDate, outstanding }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {String(invoiceNumber)}
                {typeof dueDate === 'string' && (
                  <Text size="xs" c="dimmed" title={labels.field('invoices', 'dueDate')}>
                    {format.date(dueDate)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right" className="numbers">
                {format.money(outstanding)}
              </Table.Td>
              {parts.map((part) => (
                <Table.Td key={part} w={120} miw={90}>
                  <FieldInput
                    field={fieldOf(payments, `allocations.${part}`)!}
                    path={`${id}.${part}`}
                    resource="payments"
                    label={`${labels.field('payments', `allocations.${part}`)} ${invoiceNumber}`}
                    isBare
                    value={settled[id]?.[part] || null}
                    onChange={(value) => onSettle(id, { [part]: Number(value ?? 0) })}
                    error={errors[`${id}.${part}`]}
                    isRequired={false}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
