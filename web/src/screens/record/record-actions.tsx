import { Button, Tooltip } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canGoTo, hasEdits, isForbidden, permits, permittedIn, transitionsOf } from '../../api/permitted.ts'
import { changeStatus, forgetAll, type Input } from '../../api/records.ts'
import { allows, type Resource, type Row } from '../../api/resources.ts'
import { askedBy, isCancelling, isEnded } from '../../api/stages.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { withAmounts } from '../../i18n/server-message.ts'
import { confirm } from '../../ui/confirm.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import { useCustomisation } from '../customisation.ts'
import { useFullTitle } from '../full-title.ts'
import { DeleteItem, MoreMenu, PrintItem } from '../more-menu.tsx'
import { AskedInputs } from './asked-inputs.tsx'
import { cancelQuestion, useStepName } from './cancel-words.ts'
import { useRemoval } from './use-removal.ts'

interface RecordActionsProps {
  readonly resource: Resource
  readonly row: Row
}

/** What the user may do with the record now. */
export function RecordActions({ resource, row }: RecordActionsProps) {
  return (
    <>
      <Transitions resource={resource} row={row} />
      <EditButton resource={resource} row={row} />
      <RecordMenu resource={resource} row={row} />
    </>
  )
}

export function EditButton({ resource, row }: RecordActionsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const href = `/${resource.path}/${row.id}/edit`
  const canEdit = hasEdits(row)
  useShortcuts(canEdit ? [{ keys: 'e', label: t('common:edit'), run: () => void navigate({ to: href }) }] : [])
  if (!canEdit) return null
  return (
    <ButtonLink href={href} variant="default" leftSection={<IconEdit size={16} stroke={1.6} />}>
      {t('common:edit')}
    </ButtonLink>
  )
}

/** One button for each status that can follow; one that is barred says why. */
export function Transitions({ resource, row }: RecordActionsProps) {
  const nameOf = useStepName(resource)
  const [busy, setBusy] = useState<string>()
  const move = useMove(resource, row)
  if (!permits(row, 'status')) return null
  return transitionsOf(row).map(({ status, allowed, reason }) => (
    <Tooltip key={status} label={withAmounts(reason ?? '')} disabled={allowed} multiline maw={320}>
      <Button
        variant={isEnded(resource, status) ? 'default' : 'light'}
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
  const titled = useFullTitle()
  /** What belongs to the step; undefined where it is not taken after all. */
  async function enteredWith(status: string): Promise<Input | undefined> {
    const names = askedBy(resource, row.status, status)
    let values: Input = {}
    const more = <AskedInputs {...{ resource, names }} onChange={(changed) => (values = changed as Input)} />
    const action = labels.action(status)
    const question = { title: action, text: titled(resource, row), action, more }
    return names.length === 0 || (await confirm(question)) ? values : undefined
  }
  return async function move(status, further) {
    const before = String(row.status)
    const trial = { method: 'PUT', path: `/${resource.path}/${row.id}/status`, body: { ...further, status } } as const
    const question = cancelQuestion(t, labels, resource, titled(resource, row))
    const isAsked = isCancelling(resource, status)
    if (isAsked && !(await confirm({ ...question, preview: { trial, subject: row.id } }))) return
    const entered = await enteredWith(status)
    if (!entered) return
    try {
      const { data, meta } = await changeStatus(resource.path, row.id, status, { ...further, ...entered })
      const undo = async () => {
        await changeStatus(resource.path, row.id, before)
        await forgetAll(client)
      }
      toast.done(t('records:moved', { name: titled(resource, data), status: labels.choice(status) }), {
        ...(canGoTo(data, before) && { undo }),
      })
      for (const { message } of meta.warnings ?? []) toast.done(withAmounts(message))
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
      // After a lost reply the page must show what is true now.
      await forgetAll(client)
    }
  }
}

/** What only this resource has, printing and deleting. A record that cannot be deleted says why; one that no user should delete does not offer it. */
function RecordMenu({ resource, row }: RecordActionsProps) {
  const { t } = useTranslation()
  const { MenuItems } = useCustomisation(resource.name)
  return (
    <MoreMenu label={t('common:more')} width={280}>
      <Suspense>{MenuItems && <MenuItems resource={resource} row={row} />}</Suspense>
      <PrintItem />
      <RemovalItem resource={resource} row={row} />
    </MoreMenu>
  )
}

export function RemovalItem({ resource, row }: RecordActionsProps) {
  const remove = useRemoval(resource, row)
  const { hasOwnRemoval } = useCustomisation(resource.name)
  const { allowed, offered, reason, ...verdict } = permittedIn(row).delete
  const isShown = offered || (!allowed && reason !== undefined && !isForbidden(verdict))
  if (!isShown || hasOwnRemoval || !allows(resource, 'delete')) return null
  return <DeleteItem reason={reason} onClick={() => void remove()} />
}
