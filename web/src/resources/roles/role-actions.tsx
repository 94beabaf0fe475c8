import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { forgetAll } from '../../api/records.ts'
import { allows, type Row } from '../../api/resources.ts'
import { createRecord, Submission } from '../../api/submission.ts'
import type { PartProps } from '../../screens/customisation.ts'

/** A custom role is best started as a copy of a similar one. */
export function RoleActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  if (!allows(resource, 'create')) return null
  const open = () => {
    const id = modals.open({
      title: t('access:roles.cloneTitle', { name: String(row.name) }),
      closeButtonProps: { 'aria-label': t('common:close') },
      children: (
        <CloneForm
          row={row}
          create={async (name, submission) => {
            const { description, permissions, requiresSecondFactor, secondFactorGraceDays } = row
            const copied = { description, permissions, requiresSecondFactor, secondFactorGraceDays }
            const { data } = await createRecord(resource.path, { name, ...copied }, submission)
            modals.close(id)
            await forgetAll(client)
            await navigate({ to: `/${resource.path}/${data.id}/edit` })
          }}
        />
      ),
    })
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={16} stroke={1.6} />} onClick={open}>
      {t('access:roles.clone')}
    </Button>
  )
}

interface CloneFormProps {
  readonly row: Row
  readonly create: (name: string, submission: Submission) => Promise<void>
}

function CloneForm({ row, create }: CloneFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [submission] = useState(() => new Submission())
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      await create(name, submission)
    } catch (error) {
      const [detail] = error instanceof ApiError ? error.details : []
      setFault(detail?.message ?? (error as Error).message)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{t('access:roles.cloneText')}</Text>
        <TextInput
          data-autofocus
          label={t('access:roles.newName')}
          placeholder={t('access:roles.copyOf', { name: String(row.name) })}
          value={name}
          error={fault}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {t('access:roles.clone')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
