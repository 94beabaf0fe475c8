import { ActionIcon, Button, Group, Table } from '@mantine/core'
import { IconArrowBackUp, IconArrowsSplit2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { permittedIn } from '../../api/permitted.ts'
import { forgetAll, type Input } from '../../api/records.ts'
import { fieldOf, type Row } from '../../api/resources.ts'
import { createRecord, Submission } from '../../api/submission.ts'
import { FieldCell } from '../../fields/field.tsx'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { Panel } from '../../screens/record/panel.tsx'
import { toast } from '../../ui/toast.tsx'

/** Allocates what is left of a payment to the invoices that are due first. */
export function AllocateButton({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const act = useAct(`${resource.path}/${row.id}`)
  if (!permittedIn(row).actions.allocate?.allowed) return null
  return (
    <Button
      leftSection={<IconArrowsSplit2 size={16} stroke={1.6} />}
      onClick={() => void act('allocate', { oldestFirst: true })}
    >
      {t('invoices:allocateOldest')}
    </Button>
  )
}

/** The invoices that a payment settles; each of these can be taken back. */
export function AllocationsPanel({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const act = useAct(`${resource.path}/${row.id}`)
  const lines = row.allocations as readonly Row[] | undefined
  if (!lines?.length) return null
  const label = (part: string) => labels.field(resource.name, `allocations.${part}`)
  const hasDiscount = lines.some(({ discount }) => typeof discount === 'number' && discount > 0)
  const canUndo = permittedIn(row).actions.unallocate?.allowed === true
  return (
    <Panel title={labels.field(resource.name, 'allocations')}>
      <Table aria-label={labels.field(resource.name, 'allocations')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{label('invoice')}</Table.Th>
            <Table.Th ta="right">{label('amount')}</Table.Th>
            {hasDiscount && <Table.Th ta="right">{label('discount')}</Table.Th>}
            {canUndo && <Table.Th w={40} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                <FieldCell field={fieldOf(resource, 'allocations.invoice')!} value={line.invoice} row={line} />
              </Table.Td>
              {(hasDiscount ? ['amount', 'discount'] : ['amount']).map((part) => (
                <Table.Td key={part} ta="right" className="numbers">
                  {typeof line[part] === 'number' && format.money(line[part])}
                </Table.Td>
              ))}
              {canUndo && (
                <Table.Td>
                  <Group justify="flex-end">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('invoices:takeBack')}
                      title={t('invoices:takeBack')}
                      onClick={() => void act('unallocate', { allocations: [line.id] })}
                    >
                      <IconArrowBackUp size={16} />
                    </ActionIcon>
                  </Group>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}

function useAct(path: string) {
  const client = useQueryClient()
  const submission = useRef(new Submission())
  return async (action: string, body: Input): Promise<void> => {
    try {
      await createRecord(`${path}/${action}`, body, submission.current)
      submission.current = new Submission()
    } catch (error) {
      toast.failed(error)
    }
    await forgetAll(client)
  }
}
