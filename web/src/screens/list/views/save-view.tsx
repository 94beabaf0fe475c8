import '@mantine/core/styles/Switch.layer.css'
import { Switch, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { SmallForm } from '../../form/small-form.tsx'
import { type Send, useSmallForm } from '../../form/use-small-form.ts'

/** Asks for the name of a view, and whether it is shared. */
export function openSaveWindow(save: Send): void {
  const id = modals.open({
    title: i18next.t('lists:views.save'),
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: (
      <SaveView
        onSave={async (values, submission) => {
          const sent = await save(values, submission)
          modals.close(id)
          return sent
        }}
      />
    ),
  })
}

function SaveView({ onSave }: { onSave: Send }) {
  const { t } = useTranslation()
  const form = useSmallForm({ name: '', isDefault: false, isShared: false }, onSave)
  const { name, isDefault, isShared } = form.values
  return (
    <SmallForm form={form} action={t('common:save')} isDisabled={String(name).trim() === ''}>
      <TextInput
        data-autofocus
        label={t('lists:views.name')}
        value={String(name)}
        error={form.errors.name}
        onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
        required
      />
      <Switch
        label={t('lists:views.asDefault')}
        checked={isDefault === true}
        onChange={({ currentTarget }) => form.set('isDefault', currentTarget.checked)}
      />
      <Switch
        label={t('lists:views.share')}
        checked={isShared === true}
        onChange={({ currentTarget }) => form.set('isShared', currentTarget.checked)}
      />
    </SmallForm>
  )
}
