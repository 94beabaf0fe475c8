import { Button } from '@mantine/core'
import { IconLink, IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { permits } from '../../api/permitted.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { toast } from '../../ui/toast.tsx'
import { announceLink } from './link-window.ts'

/** Links by which a user sets their own password: an invitation while there is none, otherwise one for a new password. */
export function LinkButtons({ row }: Pick<PartProps, 'row'>) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const isInvitation = permits(row, 'invite')
  if (!isInvitation && !permits(row, 'password-link')) return null

  async function send(): Promise<void> {
    setBusy(true)
    try {
      const options = { path: { id: row.id }, body: { language: currentLanguage() } }
      const { data } = isInvitation
        ? await call('POST /users/{id}/invite', options)
        : await call('POST /users/{id}/password-link', options)
      setBusy(false)
      await announceLink(data, String(row.name))
    } catch (error) {
      setBusy(false)
      toast.failed(error)
    }
  }

  const Icon = isInvitation ? IconMailForward : IconLink
  return (
    <Button
      variant={isInvitation ? 'filled' : 'default'}
      leftSection={<Icon size={16} stroke={1.6} />}
      loading={isBusy}
      onClick={send}
    >
      {t(isInvitation ? 'access:users.invite' : 'access:users.sendLink')}
    </Button>
  )
}
