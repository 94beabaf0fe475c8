import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { forgetAll } from '../../api/records.ts'
import { fieldOf } from '../../api/resources.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useLabels } from '../../i18n/locale.tsx'
import type { ListScreenProps } from '../../screens/customisation.ts'
import { AskedFields, SmallForm } from '../../screens/form/small-form.tsx'
import { useSmallForm } from '../../screens/form/use-small-form.ts'
import { announceLink } from './link-window.ts'
import { RoleInput } from './role-input.tsx'

/** Creates a user who sets their own password. */
export function InviteForm({ resource, onDone }: ListScreenProps & { onDone: () => void }) {
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
    <SmallForm form={form} action={t('access:users.invite')} onCancel={onDone}>
      <Text size="sm">{t('access:users.inviteText')}</Text>
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
