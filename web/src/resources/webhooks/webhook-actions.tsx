import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconHistory, IconRefresh, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http } from '../../api/http.ts'
import { permits } from '../../api/permitted.ts'
import { forgetAll } from '../../api/records.ts'
import type { Row } from '../../api/resources.ts'
import { Submission } from '../../api/submission.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { showOnce } from '../../screens/form/show-once.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

const HOUR_MS = 3_600_000

export function WebhookActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const path = `/${resource.path}/${row.id}`

  /** Says what went well; a refusal says itself what is wrong. */
  const run = (work: () => Promise<unknown>, done: string) => async () => {
    try {
      await work()
      toast.done(t(done))
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
    }
  }

  const replay = (hours: number) => {
    const from = new Date(Date.now() - hours * HOUR_MS).toISOString()
    return run(() => http(`${path}/replay`, { method: 'POST', body: { from } }), 'webhooks:replaying')()
  }

  return (
    <>
      {permits(row, 'send-test') && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.6} />}
          onClick={run(() => http(`${path}/test`, { method: 'POST' }), 'webhooks:tested')}
        >
          {t('webhooks:test')}
        </Button>
      )}
      {permits(row, 'replay') && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} stroke={1.6} />}
          onClick={() => askRange(t('webhooks:replayTitle'), replay)}
        >
          {t('webhooks:replay')}
        </Button>
      )}
      {permits(row, 'rotate-secret') && <RotateButton resource={resource} row={row} />}
    </>
  )
}

function RotateButton({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [rotation] = useState(() => new Submission())
  async function rotate(): Promise<void> {
    const question = { title: t('webhooks:rotateTitle'), text: t('webhooks:rotateText') }
    if (!(await confirm({ ...question, action: t('webhooks:rotate') }))) return
    try {
      const path = `/${resource.path}/${row.id}/rotate-secret`
      const { data } = await rotation.send<Row>(path, { method: 'POST' }, undefined)
      await showOnce(resource, data)
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={rotate}>
      {t('webhooks:rotate')}
    </Button>
  )
}

function askRange(title: string, replay: (hours: number) => Promise<void>): void {
  const id = modals.open({
    title,
    children: (
      <RangeForm
        onChoose={(hours) => {
          modals.close(id)
          void replay(hours)
        }}
      />
    ),
  })
}

const HOURS = [1, 24, 72, 168, 720] as const

function RangeForm({ onChoose }: { onChoose: (hours: number) => void }) {
  const { t } = useTranslation()
  const [hours, setHours] = useState('24')
  return (
    <Stack>
      <Text size="sm">{t('webhooks:replayText')}</Text>
      <Select
        data-autofocus
        label={t('webhooks:range')}
        allowDeselect={false}
        value={hours}
        onChange={(next) => setHours(next!)}
        data={HOURS.map((value) => ({ value: String(value), label: t(`webhooks:ranges.${value}`) }))}
      />
      <Group justify="flex-end">
        <Button onClick={() => onChoose(Number(hours))}>{t('webhooks:replay')}</Button>
      </Group>
    </Stack>
  )
}
