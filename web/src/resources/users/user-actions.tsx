import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isEditable } from '../../api/permitted.ts'
import { forgetAll, updateRecord } from '../../api/records.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { LinkButtons } from './link-buttons.tsx'
import { PasswordButton } from './password-button.tsx'

/** Giving a user a new password, and shutting them out or letting them in again. */
export function UserActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = String(row.name)

  async function set(isActive: boolean): Promise<void> {
    await updateRecord(resource.path, row.id, { isActive })
    await forgetAll(client)
  }

  async function turn(isActive: boolean): Promise<void> {
    const question = { title: t('access:users.shutOutTitle', { name }), text: t('access:users.shutOutText') }
    if (!isActive && !(await confirm({ ...question, action: t('access:users.deactivate'), isDangerous: true }))) return
    try {
      await set(isActive)
      const message = t(isActive ? 'access:users.letIn' : 'access:users.isShutOut', { name })
      toast.done(message, { undo: () => set(!isActive) })
    } catch (error) {
      toast.failed(error)
    }
  }

  return (
    <>
      <LinkButtons row={row} />
      {isEditable(row, 'password') && <PasswordButton resource={resource} row={row} />}
      {isEditable(row, 'isActive') && (
        <Button
          variant="default"
          leftSection={row.isActive ? <IconLock size={16} stroke={1.6} /> : <IconLockOpen size={16} stroke={1.6} />}
          onClick={() => turn(!row.isActive)}
        >
          {row.isActive ? t('access:users.deactivate') : t('access:users.activate')}
        </Button>
      )}
    </>
  )
}
