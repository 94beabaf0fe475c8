import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { TwoFactor } from '../../api/two-factor.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { rereadSecurity } from './access-queries.ts'
import { ListRow } from './list-row.tsx'

export function PasskeyRow({ passkey }: { passkey: TwoFactor['passkeys'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const { id, createdAt, lastUsedAt } = passkey
  const name = passkey.name!

  async function remove(): Promise<void> {
    const question = { title: t('security:passkeys.removeTitle', { name }), text: t('security:passkeys.removeText') }
    if (!(await confirm({ ...question, action: t('common:remove'), isDangerous: true }))) return
    try {
      await call('DELETE /auth/two-factor/passkeys/{id}', { path: { id: id! } })
      toast.done(t('security:passkeys.removed', { name }))
    } catch (failure) {
      toast.failed(failure)
    }
    await rereadSecurity(client)
  }

  return (
    <ListRow
      icon={<IconFingerprint size={20} stroke={1.5} aria-hidden />}
      title={name}
      details={[
        t('security:passkeys.one'),
        t('security:added', { day: format.day(createdAt!) }),
        lastUsedAt ? t('security:access.seen', { when: format.ago(lastUsedAt) }) : t('security:access.unused'),
      ]}
    >
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={t('security:passkeys.removeLabel', { name })}
        onClick={remove}
      >
        {t('common:remove')}
      </Button>
    </ListRow>
  )
}
