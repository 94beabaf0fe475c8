import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Narrowing } from '../../api/find-records.ts'
import { recordQuery } from '../../api/records.ts'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { RecordPicker } from '../../ui/pickers/record-picker.tsx'

const OPEN: Narrowing = { filter: 'outstanding[gt]=0', wanted: ['outstanding'] }

/** The invoice that is paid: one with an outstanding amount, which is usually paid as a whole. */
export function InvoiceInput(props: InputProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = (props.value as string | null) ?? null
  const { data } = useQuery({ ...recordQuery('invoices', id ?? ''), enabled: id !== null })
  const customer = data?.row.customerName
  const outstanding = data?.row.outstanding
  const amount = typeof outstanding === 'number' ? format.money(outstanding) : undefined
  return (
    <RecordPicker
      {...commonProps(props)}
      {...(id !== null &&
        customer !== undefined && {
          description: amount ? t('invoices:openOf', { customer, amount }) : String(customer),
        })}
      resource={props.field.target!}
      narrowing={OPEN}
      value={id}
      onChange={(next, row) => {
        props.onChange(next)
        if (typeof row?.outstanding === 'number') props.set?.('amount', row.outstanding)
      }}
    />
  )
}
