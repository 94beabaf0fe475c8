import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../../api/resources.ts'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import type { Errors } from '../../../screens/form/form-values.ts'
import { NumberCell } from '../lines/number-cell.tsx'
import { lineName, type Part } from './parts.ts'
import classes from './parts-table.module.css'

interface PartsTableProps {
  /** The resource of the document that they are parts of. */
  readonly resource: Resource
  readonly parts: readonly Part[]
  readonly onChange: (parts: readonly Part[]) => void
  readonly errors: Errors
  readonly caption: string
}

/** Which lines of a document, and how much of each. */
export function PartsTable({ resource, parts, onChange, errors, caption }: PartsTableProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const quantity = labels.field(resource.name, 'items.quantity')
  const sent = parts.filter((part) => part.quantity)
  return (
    <Table className={classes.parts} aria-label={caption}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{labels.field(resource.name, 'items.item')}</Table.Th>
          <Table.Th scope="col">{t('orders:left')}</Table.Th>
          <Table.Th scope="col">{quantity}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map((part, index) => (
          <Table.Tr key={part.line.id}>
            <Table.Td>
              <Text size="sm">{lineName(part.line)}</Text>
              <Text size="xs" c="dimmed">
                {String(part.line.itemCode ?? '')}
              </Text>
            </Table.Td>
            <Table.Td className="numbers">
              {format.number(part.left)} {String(part.line.uom ?? '')}
            </Table.Td>
            <Table.Td className={classes.quantity}>
              <NumberCell
                label={`${quantity}, ${lineName(part.line)}`}
                cell={`part.${index}`}
                value={part.quantity}
                onChange={(next) => onChange(parts.with(index, { ...part, quantity: next }))}
                error={errors[`items.${sent.indexOf(part)}.quantity`]}
                isDisabled={false}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
