import { Button, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconPassword } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { updateRecord } from '../../api/records.ts'
import { fieldOf } from '../../api/resources.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { SmallForm } from '../../screens/form/small-form.tsx'
import { useSmallForm } from '../../screens/form/use-small-form.ts'
import { toast } from '../../ui/toast.tsx'
import { NewPasswordInput } from './new-password-input.tsx'

/** Sets a new password for a user; sessions with the old one end. */
export function PasswordButton(props: PartProps) {
  const { t } = useTranslation()
  const open = () => {
    const id = modals.open({
      title: t('access:users.resetTitle', { name: String(props.row.name) }),
      closeOnClickOutside: false,
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      children: <PasswordForm {...props} onDone={() => modals.close(id)} />,
    })
  }
  return (
    <Button variant="default" leftSection={<IconPassword size={16} stroke={1.6} />} onClick={open}>
      {t('access:users.reset')}
    </Button>
  )
}

function PasswordForm({ resource, row, onDone }: PartProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const form = useSmallForm({ password: null }, async (values) => {
    await updateRecord(resource.path, row.id, values)
    toast.done(t('access:users.resetDone', { name: String(row.name) }))
    onDone()
    return undefined
  })
  const { password } = form.values
  return (
    <SmallForm form={form} action={t('access:users.reset')} isDisabled={!password}>
      <Text size="sm">{t('access:users.resetText')}</Text>
      <NewPasswordInput
        field={fieldOf(resource, 'password') ?? { name: 'password', kind: 'text' }}
        resource={resource.name}
        path="password"
        label={t('access:users.newPassword')}
        value={password}
        onChange={(value) => form.set('password', value)}
        error={form.errors.password}
        isRequired
        isNew
        hasFocus
      />
    </SmallForm>
  )
}
