import '@mantine/core/styles/Switch.layer.css'
import { Modal, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AskedFields, SmallForm } from '../../../screens/form/small-form.tsx'
import { useMakingName } from '../takers.ts'
import { PartsTable } from './parts-table.tsx'
import { type PartsProps, usePartsForm } from './use-parts-form.ts'

/** Takes all that is left of a document, or a part of it: one click, unless something is to be changed. */
export function PartsWindow(props: PartsProps) {
  const { t } = useTranslation()
  const title = useMakingName()(props.taker.target)
  const { onClose } = props
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('common:close') }}>
      <PartsForm {...props} />
    </Modal>
  )
}

export function PartsForm(props: PartsProps) {
  const { t } = useTranslation()
  const { resource, taker, onClose } = props
  const title = useMakingName()(taker.target)
  const { form, asked, parts, setParts, canBeDraft, isDraft, setDraft, hasParts } = usePartsForm(props)
  return (
    <SmallForm form={form} action={title} isReady isDisabled={!hasParts} onCancel={onClose}>
      <PartsTable resource={resource} parts={parts} onChange={setParts} errors={form.errors} caption={title} />
      <AskedFields resource={taker.target} names={asked} form={form} />
      {canBeDraft && (
        <Switch
          label={t('orders:asDraft')}
          checked={isDraft}
          onChange={({ currentTarget }) => setDraft(currentTarget.checked)}
        />
      )}
    </SmallForm>
  )
}
