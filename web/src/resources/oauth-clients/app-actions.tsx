import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permits } from '../../api/permitted.ts'
import { forgetAll } from '../../api/records.ts'
import type { Row } from '../../api/resources.ts'
import { Submission } from '../../api/submission.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { showOnce } from '../../screens/form/show-once.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { AppUsage } from './app-usage.tsx'

/** A secret that may have leaked is replaced; the old one is refused at once. */
export function AppActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = String(row.name)
  const [rotation] = useState(() => new Submission())
  if (!permits(row, 'rotate-secret')) return null
  async function rotate(): Promise<void> {
    const question = { title: t('access:apps.rotateTitle', { name }), text: t('access:apps.rotateText') }
    if (!(await confirm({ ...question, action: t('access:apps.rotate'), isDangerous: true }))) return
    try {
      const { data } = await rotation.send<Row>(
        `/${resource.path}/${row.id}/rotate-secret`,
        { method: 'POST' },
        undefined,
      )
      await showOnce(resource, data, AppUsage)
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={rotate}>
      {t('access:apps.rotate')}
    </Button>
  )
}
