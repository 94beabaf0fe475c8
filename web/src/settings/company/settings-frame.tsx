import { Button, Stack } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../api/resources.ts'
import { KeptNotice } from '../../screens/form/kept-notice.tsx'
import { SentForm } from '../../screens/form/sent-form.tsx'
import { ButtonKeys } from '../../ui/keys.tsx'
import { HeaderAction } from '../../ui/page-header.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx'
import type { SettingsForm } from '../use-settings-form.ts'

interface SettingsFrameProps {
  readonly resource: Resource
  readonly form: SettingsForm
  readonly children: ReactNode
}

/** Around every form of settings: what went wrong, the button, Ctrl+S, and the guard. */
export function SettingsFrame({ resource, form, children }: SettingsFrameProps) {
  const { t } = useTranslation()
  const id = useId()
  const save = async () => {
    if (await form.save()) toast.done(t('administration:saved'))
  }
  useUnsavedGuard(form.isDirty && !form.isSaving, form.kept.forget)
  useShortcuts([{ keys: 'mod+s', label: t('common:save'), run: () => void save() }])
  return (
    <SentForm id={id} form={form} onSend={save}>
      <Stack gap="md" maw={960}>
        <KeptNotice kept={form.kept} />
        <Refusal reason={form.problem} />
        {children}
      </Stack>
      {allows(resource, 'update') && (
        <HeaderAction>
          <Button
            type="submit"
            form={id}
            loading={form.isSaving}
            disabled={!form.isDirty}
            rightSection={<ButtonKeys keys={['mod', 's']} />}
          >
            {t('common:save')}
          </Button>
        </HeaderAction>
      )}
    </SentForm>
  )
}
