import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../api/me.ts'
import { deleteRecord, forgetAll } from '../../api/records.ts'
import { allows, fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { createRecord } from '../../api/submission.ts'
import { filled } from '../../screens/form/filled.ts'
import { AskedFields, SmallForm } from '../../screens/form/small-form.tsx'
import { useSmallForm } from '../../screens/form/use-small-form.ts'
import { toast } from '../../ui/toast.tsx'
import { useDocumentFormat } from '../documents/document-format.ts'

interface PaymentWindowProps {
  readonly payments: Resource
  readonly invoice: Row
  readonly onClose: () => void
}

const ASKED = ['amount', 'paymentDate', 'method', 'reference']

/** Enters a payment. Most payments are complete, so the outstanding amount is filled in. */
export function PaymentWindow(props: PaymentWindowProps) {
  const { t } = useTranslation()
  const { payments, invoice, onClose } = props
  const form = usePayment(props)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('invoices:payTitle', { name: String(invoice.invoiceNumber) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SmallForm form={form} action={t('invoices:pay')} onCancel={onClose}>
        <AskedFields resource={payments} names={ASKED} form={form} first="amount" />
      </SmallForm>
    </Modal>
  )
}

function usePayment({ payments, invoice, onClose }: PaymentWindowProps) {
  const { t } = useTranslation()
  const format = useDocumentFormat(invoice)
  const client = useQueryClient()
  const paymentDate = useToday()
  const start = { amount: invoice.outstanding, paymentDate, method: fieldOf(payments, 'method')?.default ?? null }
  return useSmallForm(start, async (values, submission) => {
    const sent = await createRecord('payments', { invoice: invoice.id, ...filled(values) }, submission)
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
}
