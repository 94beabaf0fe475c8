import { Alert, Button, Group, Modal, SimpleGrid, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../../api/api-error.ts'
import { newKey } from '../../api/http.ts'
import { createRecord, deleteRecord, forgetAll } from '../../api/records.ts'
import { allows, fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { FieldInput } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { type Errors, errorsFrom, filled, type Values } from '../../screens/form/form-values.ts'
import { toast } from '../../ui/toast.tsx'
import { useDocumentFormat } from '../documents/document-format.ts'
import { useToday } from '../documents/today.ts'

interface PaymentWindowProps {
  readonly payments: Resource
  readonly invoice: Row
  readonly onClose: () => void
}

const ASKED = ['amount', 'paymentDate', 'method', 'reference']

/** Money came in. Most people pay all of it, so that is what is filled in. */
export function PaymentWindow(props: PaymentWindowProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { payments, invoice, onClose } = props
  const form = usePayment(props)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('invoices:payTitle', { name: String(invoice.invoiceNumber) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.send()
        }}
      >
        <Stack gap="md">
          {form.problem && (
            <Alert role="alert" variant="outline" color="red">
              {form.problem}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {ASKED.flatMap((name) => {
              const field = fieldOf(payments, name)
              return field ? (
                <FieldInput
                  key={name}
                  field={field}
                  path={name}
                  resource={payments.name}
                  label={labels.field(payments.name, name)}
                  value={form.values[name] ?? null}
                  onChange={(value) => form.set(name, value)}
                  error={form.errors[name]}
                  isRequired={field.isRequired ?? false}
                  hasFocus={name === 'amount'}
                />
              ) : (
                []
              )
            })}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={form.isSending}>
              {t('invoices:pay')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function usePayment({ payments, invoice, onClose }: PaymentWindowProps) {
  const { t } = useTranslation()
  const format = useDocumentFormat(invoice)
  const client = useQueryClient()
  const today = useToday()
  const [values, setValues] = useState<Values>({
    amount: invoice.outstanding,
    paymentDate: today,
    method: fieldOf(payments, 'method')?.default ?? null,
  })
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const key = useRef(newKey())

  async function send(): Promise<void> {
    setSending(true)
    setErrors({})
    setProblem(undefined)
    try {
      const { data } = await createRecord('payments', { invoice: invoice.id, ...filled(values) }, key.current)
      await forgetAll(client)
      onClose()
      const undo = async () => {
        await deleteRecord('payments', data.id)
        await forgetAll(client)
      }
      const message = t('invoices:paid', { amount: format.money(Number(data.amount)) })
      toast.done(message, allows(payments, 'delete') ? { undo } : {})
    } catch (error) {
      setErrors(isStatus(error, 422) ? errorsFrom(error.details) : {})
      setProblem((error as Error).message)
      setSending(false)
    }
  }

  return {
    values,
    errors,
    problem,
    isSending,
    send,
    set: (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value })),
  }
}
