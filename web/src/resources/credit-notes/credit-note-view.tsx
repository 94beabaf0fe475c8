import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../api/me.ts'
import { permittedIn } from '../../api/permitted.ts'
import { forgetAll } from '../../api/records.ts'
import { fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { createRecord } from '../../api/submission.ts'
import { FieldInput } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { PartProps, RecordScreenProps } from '../../screens/customisation.ts'
import { filled } from '../../screens/form/filled.ts'
import { SmallForm } from '../../screens/form/small-form.tsx'
import { useSmallForm } from '../../screens/form/use-small-form.ts'
import { Panel } from '../../screens/record/panel.tsx'
import { useDocumentFormat } from '../documents/document-format.ts'
import { DocumentActions } from '../documents/view/document-actions.tsx'
import { DocumentOverview } from '../documents/view/document-overview.tsx'
import { DocumentScreen } from '../documents/view/document-screen.tsx'
import { AllocateButton, AllocationsPanel } from '../payments/payment-allocations.tsx'

export const CreditNoteView = (props: RecordScreenProps) => (
  <DocumentScreen {...props} Actions={CreditNoteActions} Overview={CreditNoteOverview} />
)

const CreditNoteOverview = (props: PartProps) => (
  <DocumentOverview {...props} aside={<LeftPanel {...props} />} isAsideFirst />
)

/** What is left of it, and what has become of the rest. */
function LeftPanel({ resource, row }: PartProps) {
  const labels = useLabels()
  const format = useDocumentFormat(row)
  if (typeof row.unallocated !== 'number' || row.status === 'draft' || row.status === 'void') return null
  return (
    <Stack gap="md">
      <Panel title={labels.field(resource.name, 'unallocated')}>
        <Text fz="1.5rem" fw={700} lh={1.2} className="numbers">
          {format.money(row.unallocated)}
        </Text>
      </Panel>
      <AllocationsPanel resource={resource} row={row} />
    </Stack>
  )
}

function CreditNoteActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const [isRefunding, setRefunding] = useState(false)
  return (
    <DocumentActions resource={resource} row={row}>
      <AllocateButton resource={resource} row={row} />
      {permittedIn(row).actions.refund?.allowed && (
        <Button
          variant="default"
          leftSection={<IconReceiptRefund size={16} stroke={1.6} />}
          onClick={() => setRefunding(true)}
        >
          {t('invoices:refund')}
        </Button>
      )}
      {isRefunding && <RefundWindow resource={resource} note={row} onClose={() => setRefunding(false)} />}
    </DocumentActions>
  )
}

const ASKED = ['amount', 'method', 'date']

/** Most refunds pay out all that is left. */
function RefundWindow({ resource, note, onClose }: { resource: Resource; note: Row; onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const date = useToday()
  const form = useSmallForm({ amount: note.unallocated, method: 'bank_transfer', date }, async (values, submission) => {
    const sent = await createRecord(`${resource.path}/${note.id}/refund`, filled(values), submission)
    await forgetAll(client)
    onClose()
    return sent
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('invoices:refundTitle', { name: String(note.creditNoteNumber) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SmallForm form={form} action={t('invoices:refund')} onCancel={onClose}>
        <Stack gap="sm">
          {ASKED.map((part) => (
            <FieldInput
              key={part}
              field={fieldOf(resource, `refunds.${part}`)!}
              path={part}
              resource={resource.name}
              label={labels.field(resource.name, `refunds.${part}`)}
              value={form.values[part] ?? null}
              onChange={(value) => form.set(part, value)}
              {...(form.errors[part] && { error: form.errors[part] })}
              isRequired={part === 'amount'}
              hasFocus={part === 'amount'}
            />
          ))}
        </Stack>
      </SmallForm>
    </Modal>
  )
}
