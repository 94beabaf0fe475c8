import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../api/resources.ts'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import type { Errors } from '../../../screens/form/form-values.ts'
import { NumberCell } from '../lines/number-cell.tsx'
import classes from './pick-lines.module.css'
import type { Pick } from './picks.ts'

interface PickLinesProps {
  readonly picks: readonly Pick[]
  readonly onChange: (picks: readonly Pick[]) => void
  readonly errors: Errors
  readonly caption: string
}

/** Which lines of an order, and how much of each. */
export function PickLines({ picks, onChange, errors, caption }: PickLinesProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const quantity = labels.field('sales-orders', 'items.quantity')
  const sent = picks.filter((pick) => pick.quantity)
  return (
    <Table className={classes.picks} aria-label={caption}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{labels.field('sales-orders', 'items.item')}</Table.Th>
          <Table.Th scope="col">{t('orders:left')}</Table.Th>
          <Table.Th scope="col">{quantity}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {picks.map((pick, index) => (
          <Table.Tr key={pick.line.id}>
            <Table.Td>
              <Text size="sm">{nameOf(pick.line)}</Text>
              <Text size="xs" c="dimmed">
                {String(pick.line.itemCode ?? '')}
              </Text>
            </Table.Td>
            <Table.Td className="numbers">
              {format.number(pick.left)} {String(pick.line.uom ?? '')}
            </Table.Td>
            <Table.Td className={classes.quantity}>
              <NumberCell
                label={`${quantity}, ${nameOf(pick.line)}`}
                cell={`pick.${index}`}
                value={pick.quantity}
                onChange={(next) => onChange(picks.with(index, { ...pick, quantity: next }))}
                error={errors[`items.${sent.indexOf(pick)}.quantity`]}
                isDisabled={false}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const nameOf = ({ itemName, description }: Row) => String(itemName ?? description ?? '')
