import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../api/resources.ts'
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
  const save = async () => {
    if (await form.save()) toast.done(t('settings:saved'))
  }
  useUnsavedGuard(form.isDirty && !form.isSaving)
  useShortcuts([{ keys: 'mod+s', label: t('common:save'), run: () => void save() }])
  return (
    <form
      noValidate
      ref={form.element}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md" maw={960}>
        {form.problem && (
          <Alert role="alert" variant="outline" color="red" icon={<IconAlertCircle size={18} />}>
            {form.problem}
          </Alert>
        )}
        {children}
        {allows(resource, 'update') && (
          <Group>
            <Button type="submit" loading={form.isSaving} disabled={!form.isDirty}>
              {t('common:save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
