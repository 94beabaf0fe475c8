import { Button, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconMailForward } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { forgetAll } from '../../api/records.ts'
import { allows, fieldOf } from '../../api/resources.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useLabels } from '../../i18n/locale.tsx'
import type { ListScreenProps } from '../../screens/customisation.ts'
import { AskedFields, SmallForm } from '../../screens/form/small-form.tsx'
import { useSmallForm } from '../../screens/form/use-small-form.ts'
import { announceLink } from './link-window.ts'
import { RoleInput } from './role-input.tsx'

/** Creates a user who sets their own password. */
export function InviteButton({ resource }: ListScreenProps) {
  const { t } = useTranslation()
  if (!allows(resource, 'invite-new')) return null
  const open = () => {
    const id = modals.open({
      title: t('settings:users.inviteTitle'),
      closeOnClickOutside: false,
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      children: <InviteForm resource={resource} onDone={() => modals.close(id)} />,
    })
  }
  return (
    <Button variant="default" leftSection={<IconMailForward size={16} stroke={1.6} />} onClick={open}>
      {t('settings:users.invite')}
    </Button>
  )
}

function InviteForm({ resource, onDone }: ListScreenProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const form = useSmallForm({ language: currentLanguage() }, async (body) => {
    const { data } = await call('POST /users/invitations', { body: body as never })
    onDone()
    await forgetAll(client)
    await announceLink(data, String(body.name))
    return undefined
  })
  return (
    <SmallForm form={form} action={t('settings:users.invite')} onCancel={onDone}>
      <Text size="sm">{t('settings:users.inviteText')}</Text>
      <AskedFields resource={resource} names={['email', 'name']} form={form} first="email" />
      <RoleInput
        field={fieldOf(resource, 'role') ?? { name: 'role', kind: 'text' }}
        resource={resource.name}
        path="role"
        label={labels.field(resource.name, 'role')}
        value={form.values.role ?? null}
        onChange={(value) => form.set('role', value)}
        error={form.errors.role}
        isRequired
      />
      <AskedFields resource={resource} names={['language']} form={form} />
    </SmallForm>
  )
}
