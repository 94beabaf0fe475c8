import '@mantine/core/styles/Drawer.layer.css'
import { Button, Drawer, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { confirm } from '../../ui/confirm.tsx'
import type { Creation } from '../../ui/pickers/create-on-the-way.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useCustomisation } from '../customisation.ts'
import { formFields } from './form-values.ts'
import { FormFields } from './record-form.tsx'
import { SentForm } from './sent-form.tsx'
import { useRecordForm } from './use-record-form.ts'

const WIDTH = 640

interface CreateDrawerProps extends Creation {
  readonly onClose: () => void
}

/** The form of a new record beside a page that needs it. The page stays as it is. */
export function CreateDrawer({ resource, name, onCreated, onCancel, onClose }: CreateDrawerProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { hiddenFields = [] } = useCustomisation(resource.name)
  const [fields] = useState(() => formFields(resource, hiddenFields))
  const [given] = useState(() => ({ [resource.title]: name }))
  const take = (row: Row) => {
    onClose()
    onCreated(row)
  }
  const form = useRecordForm(resource, fields, { given, onSaved: take })
  const save = { label: t('common:save'), run: () => void form.save() }
  useShortcuts([
    { keys: 'mod+s', ...save },
    { keys: 'mod+enter', ...save }, // of the page behind, it would take the next step
  ])
  async function close(): Promise<void> {
    const question = { title: t('common:discard.title'), text: t('common:discard.text'), isDangerous: true }
    const words = { action: t('common:discard.action'), keep: t('common:unsaved.stay') }
    if (form.isSaving || (form.isDirty && !(await confirm({ ...question, ...words })))) return
    onClose()
    onCancel()
  }
  return (
    <Drawer
      opened
      onClose={() => void close()}
      position="right"
      size={WIDTH}
      title={t('lists:new', { thing: labels.one(resource) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      styles={{ title: { fontWeight: 600 } }}
      returnFocus={false}
    >
      <SentForm form={form} onSend={form.save}>
        <Refusal reason={form.problem} mb="md" />
        <FormFields resource={resource} fields={fields} form={form} given={given} onUse={take} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => void close()}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {t('common:save')}
          </Button>
        </Group>
      </SentForm>
    </Drawer>
  )
}
