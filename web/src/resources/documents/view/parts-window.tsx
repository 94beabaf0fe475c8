import '@mantine/core/styles/Switch.layer.css'
import { Modal, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AskedFields, SmallForm } from '../../../screens/form/small-form.tsx'
import { PickLines } from './pick-lines.tsx'
import { type PartsProps, usePartsForm } from './use-parts-form.ts'

/** Takes all that is left of an order, or a part of it: one click, unless something is to be changed. */
export function PartsWindow(props: PartsProps) {
  const { t } = useTranslation()
  const { title, onClose } = props
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('common:close') }}>
      <PartsForm {...props} />
    </Modal>
  )
}

export function PartsForm(props: PartsProps) {
  const { t } = useTranslation()
  const { target, asked, title, canBeDraft = false, onClose } = props
  const { form, picks, setPicks, isDraft, setDraft, hasParts } = usePartsForm(props)
  return (
    <SmallForm form={form} action={title} isReady isDisabled={!hasParts} onCancel={onClose}>
      <PickLines picks={picks} onChange={setPicks} errors={form.errors} caption={title} />
      <AskedFields resource={target} names={asked} form={form} />
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
