import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconPassword } from '@tabler/icons-react'
import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { updateRecord } from '../../api/records.ts'
import { fieldOf } from '../../api/resources.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { toast } from '../../ui/toast.tsx'
import { NewPasswordInput } from './new-password-input.tsx'

/** Gives somebody a new password; whoever was signed in with the old one no longer is. */
export function PasswordButton(props: PartProps) {
  const { t } = useTranslation()
  const open = () => {
    const id = modals.open({
      title: t('settings:users.resetTitle', { name: String(props.row.name) }),
      closeOnClickOutside: false,
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      children: <PasswordForm {...props} onDone={() => modals.close(id)} />,
    })
  }
  return (
    <Button variant="default" leftSection={<IconPassword size={16} stroke={1.6} />} onClick={open}>
      {t('settings:users.reset')}
    </Button>
  )
}

function PasswordForm({ resource, row, onDone }: PartProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState<unknown>(null)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      await updateRecord(resource.path, row.id, { password })
      toast.done(t('settings:users.resetDone', { name: String(row.name) }))
      onDone()
    } catch (error) {
      const [detail] = error instanceof ApiError ? error.details : []
      setFault(detail?.message ?? (error as Error).message)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{t('settings:users.resetText')}</Text>
        <NewPasswordInput
          field={fieldOf(resource, 'password') ?? { name: 'password', kind: 'text' }}
          resource={resource.name}
          path="password"
          label={t('settings:users.newPassword')}
          value={password}
          onChange={setPassword}
          error={fault}
          isRequired
          isNew
          hasFocus
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={!password}>
            {t('settings:users.reset')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
