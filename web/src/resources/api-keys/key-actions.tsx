import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permits, permittedIn } from '../../api/permitted.ts'
import { deleteRecord, forgetAll } from '../../api/records.ts'
import type { Row } from '../../api/resources.ts'
import { Submission } from '../../api/submission.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { showOnce } from '../../screens/form/show-once.tsx'
import { confirmByName } from '../../ui/confirm-by-name.tsx'
import { toast } from '../../ui/toast.tsx'
import { KeyUsage } from './key-usage.tsx'

export function KeyActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const name = String(row.name)
  const [rotation] = useState(() => new Submission())

  async function revoke(): Promise<void> {
    const question = { title: t('access:keys.revokeTitle', { name }), text: t('access:keys.revokeText'), name }
    if (!(await confirmByName({ ...question, action: t('access:keys.revoke') }))) return
    try {
      await deleteRecord(resource.path, row.id)
      client.removeQueries({ queryKey: [resource.path, 'record', row.id] })
      await navigate({ to: `/${resource.path}` })
      toast.done(t('access:keys.revoked', { name }))
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
    }
  }

  async function rotate(overlapHours: number): Promise<void> {
    const path = `/${resource.path}/${row.id}/rotate`
    const { data } = await rotation.send<Row>(path, { method: 'POST', body: { overlapHours } }, undefined)
    await showOnce(resource, data, KeyUsage)
    await forgetAll(client)
    await navigate({ to: `/${resource.path}/${data.id}` })
    toast.done(t('access:keys.rotated', { name }))
  }

  return (
    <>
      {permits(row, 'rotate') && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} />}
          onClick={() => askOverlap(t('access:keys.rotateTitle', { name }), rotate)}
        >
          {t('access:keys.rotate')}
        </Button>
      )}
      {permittedIn(row).delete.offered && (
        <Button variant="light" color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={revoke}>
          {t('access:keys.revoke')}
        </Button>
      )}
    </>
  )
}

function askOverlap(title: string, rotate: (hours: number) => Promise<void>): void {
  const id = modals.open({
    title,
    children: (
      <OverlapForm
        onChoose={(hours) => {
          modals.close(id)
          rotate(hours).catch(toast.failed)
        }}
      />
    ),
  })
}

const HOURS = [0, 1, 24, 168] as const

function OverlapForm({ onChoose }: { onChoose: (hours: number) => void }) {
  const { t } = useTranslation()
  const [hours, setHours] = useState('24')
  return (
    <Stack>
      <Text size="sm">{t('access:keys.rotateText')}</Text>
      <Select
        data-autofocus
        label={t('access:keys.overlap')}
        allowDeselect={false}
        value={hours}
        onChange={(next) => setHours(next!)}
        data={HOURS.map((value) => ({ value: String(value), label: t(`access:keys.overlaps.${value}`) }))}
      />
      <Group justify="flex-end">
        <Button onClick={() => onChoose(Number(hours))}>{t('access:keys.rotate')}</Button>
      </Group>
    </Stack>
  )
}
