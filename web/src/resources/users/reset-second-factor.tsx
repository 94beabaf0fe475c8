import { Menu } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { isForbidden, permittedIn } from '../../api/permitted.ts'
import { forgetAll } from '../../api/records.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { Reason } from '../../screens/more-menu.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

/** For a user who has lost the device and the recovery codes. */
export function ResetSecondFactor({ row }: PartProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = String(row.name)
  const verdict = permittedIn(row).actions['reset-two-factor']
  if (!verdict || isForbidden(verdict)) return null

  async function reset(): Promise<void> {
    const question = {
      title: t('access:users.resetFactorTitle', { name }),
      text: t('access:users.resetFactorText'),
    }
    if (!(await confirm({ ...question, action: t('access:users.resetFactor'), isDangerous: true }))) return
    try {
      await call('POST /users/{id}/reset-two-factor', { path: { id: row.id } })
      toast.done(t('access:users.resetFactorDone', { name }))
    } catch (error) {
      toast.failed(error)
    }
    await forgetAll(client)
  }

  return (
    <Menu.Item leftSection={<IconShieldOff size={16} />} disabled={!verdict.allowed} onClick={reset}>
      {t('access:users.resetFactor')}
      <Reason text={verdict.reason} />
    </Menu.Item>
  )
}
