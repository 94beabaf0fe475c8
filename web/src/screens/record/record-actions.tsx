import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconEdit, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeStatus, deleteRecord, forgetAll, type Input } from '../../api/records.ts'
import { allows, isDeletable, type Resource, type Row } from '../../api/resources.ts'
import { titleOf } from '../../api/titles.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import { useCustomisation } from '../customisation.ts'
import { cancelQuestion, FINAL, useStepName } from './cancel-words.ts'
import { canGoTo, transitionsOf } from './transitions.ts'

interface RecordActionsProps {
  readonly resource: Resource
  readonly row: Row
}

/** What the user may do with the record now. */
export function RecordActions({ resource, row }: RecordActionsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const edit = `/${resource.path}/${row.id}/edit`
  const { without, isEditable } = useCustomisation(resource.name)
  const canEdit = allows(resource, 'update') && !without?.includes('edit') && (isEditable?.(row) ?? true)
  useShortcuts(canEdit ? [{ keys: 'e', label: t('common:edit'), run: () => void navigate({ to: edit }) }] : [])
  return (
    <>
      <Transitions resource={resource} row={row} />
      {canEdit && (
        <ButtonLink href={edit} variant="default" leftSection={<IconEdit size={16} stroke={1.6} />}>
          {t('common:edit')}
        </ButtonLink>
      )}
      <MoreMenu resource={resource} row={row} />
    </>
  )
}

/** Steps that end something are not offered as the first thing to do. */
const ENDINGS = new Set(['cancelled', 'closed'])

/** One button for each status that can follow; one that is barred says why. */
export function Transitions({ resource, row }: RecordActionsProps) {
  const nameOf = useStepName(resource)
  const [busy, setBusy] = useState<string>()
  const move = useMove(resource, row)
  if (!allows(resource, 'status')) return null
  return transitionsOf(row).map(({ status, allowed, reason }) => (
    <Tooltip key={status} label={reason} disabled={allowed} multiline maw={320}>
      <Button
        variant={ENDINGS.has(status) ? 'default' : 'light'}
        disabled={!allowed}
        loading={busy === status}
        onClick={() => {
          setBusy(status)
          void move(status).finally(() => setBusy(undefined))
        }}
      >
        {nameOf(status)}
      </Button>
    </Tooltip>
  ))
}

/** Moves a record on; if it may go back, that is offered too. What ends it for good is asked for twice. */
export function useMove(resource: Resource, row: Row): (status: string, further?: Input) => Promise<void> {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  return async function move(status, further) {
    const before = String(row.status)
    if (status === FINAL && !(await confirm(cancelQuestion(t, labels, resource, titleOf(resource, row))))) return
    try {
      const { data, meta } = await changeStatus(resource.path, row.id, status, further)
      const undo = async () => {
        await changeStatus(resource.path, row.id, before)
        await forgetAll(client)
      }
      toast.done(t('records:moved', { name: titleOf(resource, data), status: labels.choice(status) }), {
        ...(canGoTo(data, before) && { undo }),
      })
      for (const { message } of meta.warnings ?? []) toast.done(message)
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
      // After a lost reply the page must show what is true now.
      await forgetAll(client)
    }
  }
}

function MoreMenu({ resource, row }: RecordActionsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const name = titleOf(resource, row)
  const { without } = useCustomisation(resource.name)
  const canDelete = isDeletable(resource, row) && !without?.includes('delete')
  async function remove(): Promise<void> {
    const question = { title: t('records:deleteTitle', { name }), text: t('records:deleteText') }
    if (!(await confirm({ ...question, action: t('common:delete'), isDangerous: true }))) return
    try {
      await deleteRecord(resource.path, row.id)
      client.removeQueries({ queryKey: [resource.path, 'record', row.id] })
      await navigate({ to: `/${resource.path}` })
      toast.done(t('records:deleted', { name }))
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('common:more')}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('common:print')}
        </Menu.Item>
        {canDelete && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
            {t('common:delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
