import { Group, Modal, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sumOf } from '../../../../server/src/model/money.ts'
import { useToday } from '../../api/me.ts'
import { queryText } from '../../api/query-text.ts'
import { deleteRecord, forgetAll, listQuery } from '../../api/records.ts'
import { allows, fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { createRecord } from '../../api/submission.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { filled } from '../../screens/form/filled.ts'
import { AskedFields, SmallForm } from '../../screens/form/small-form.tsx'
import { useSmallForm } from '../../screens/form/use-small-form.ts'
import { toast } from '../../ui/toast.tsx'
import { OpenInvoices } from './open-invoices.tsx'
import { type OpenInvoice, type Settled, spread } from './spread-amount.ts'

interface ReceiveWindowProps {
  readonly payments: Resource
  readonly customer: Row
  readonly onClose: () => void
}

const ASKED = ['amount', 'paymentDate', 'method', 'reference']
const SHOWN = ['id', 'invoiceNumber', 'dueDate', 'outstanding', 'discountUntil', 'discountAmount']
/** A payment has no more allocations at once in this window; further invoices are left for later. */
const MOST = 100

/** What came in settles the oldest invoices first, unless the user says otherwise. */
export function ReceiveWindow(props: ReceiveWindowProps) {
  const { t } = useTranslation()
  const { payments, customer, onClose } = props
  const filters = { customer: customer.id, 'outstanding[gt]': 0, sort: 'dueDate', order: 'asc', perPage: MOST }
  const { data } = useQuery(listQuery('invoices', queryText({ ...filters, fields: SHOWN.join(',') })))
  const invoices = (data?.rows ?? []) as readonly (Row & OpenInvoice)[]
  const { form, settled, settle } = useReceived(props, invoices)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('invoices:receiveTitle', { name: String(customer.name) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SmallForm form={form} action={t('invoices:pay')} onCancel={onClose}>
        <AskedFields resource={payments} names={ASKED} form={form} first="amount" />
        {data ? (
          <OpenInvoices
            invoices={invoices}
            settled={settled}
            payments={payments}
            errors={form.errors}
            onSettle={settle}
          />
        ) : (
          <Skeleton h={120} />
        )}
        <Rest amount={Number(form.values.amount ?? 0)} settled={settled} />
      </SmallForm>
    </Modal>
  )
}

function Rest({ amount, settled }: { amount: number; settled: Readonly<Record<string, Settled>> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rest = sumOf([amount, ...Object.values(settled).map((one) => -one.amount)])
  return (
    <Group justify="space-between" role="status">
      <Text size="sm" c={rest < 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
        {rest < 0 ? t('invoices:tooMuchAllocated') : t('invoices:leftAsCredit')}
      </Text>
      <Text size="sm" fw={600} className="numbers">
        {format.money(rest)}
      </Text>
    </Group>
  )
}

function useReceived({ payments, customer, onClose }: ReceiveWindowProps, invoices: readonly OpenInvoice[]) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const today = useToday()
  /** What the user has entered in place of what follows from the amount. */
  const [own, setOwn] = useState<Readonly<Record<string, Settled>>>({})
  const start = { amount: null, paymentDate: today, method: fieldOf(payments, 'method')?.default ?? null }
  const form = useSmallForm(start, async ({ ...values }, submission) => {
    const allocations = invoices
      .map(({ id }) => ({ invoice: id, ...settled[id]! }))
      .filter(({ amount, discount }) => amount > 0 || discount > 0)
    const sent = await createRecord('payments', { customer: customer.id, ...filled(values), allocations }, submission)
    const { data } = sent
    await forgetAll(client)
    onClose()
    const undo = async () => {
      await deleteRecord('payments', data.id)
      await forgetAll(client)
    }
    const message = t('invoices:paid', { amount: format.money(Number(data.amount)) })
    toast.done(message, allows(payments, 'delete') ? { undo } : {})
    return sent
  })
  const { amount, paymentDate } = form.values
  const settled = { ...spread(Number(amount ?? 0), invoices, String(paymentDate ?? today)), ...own }
  const settle = (id: string, changes: Partial<Settled>) =>
    setOwn((before) => ({ ...before, [id]: { ...settled[id]!, ...changes } }))
  return {
    settled,
    settle,
    form: {
      ...form,
      /** Another amount is spread anew. */
      set(name: string, value: unknown) {
        if (name === 'amount') setOwn({})
        form.set(name, value)
      },
    },
  }
}
