import { Menu } from '@mantine/core'
import { IconReplace } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isEditable, isForbidden, permittedIn, transitionsOf } from '../../api/permitted.ts'
import { forgetAll } from '../../api/records.ts'
import { isCancelling } from '../../api/stages.ts'
import { createRecord, Submission } from '../../api/submission.ts'
import { titleOf } from '../../api/titles.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { Reason } from '../../screens/more-menu.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

/** Voids the invoice and opens a draft with the same lines. A draft needs no correction: its prices can be changed. */
export function CorrectItem({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const submission = useRef(new Submission())
  const verdict = permittedIn(row).actions.correct
  const path = `${resource.path}/${row.id}/correct`
  async function correct(): Promise<void> {
    const name = titleOf(resource, row)
    const text = t(
      transitionsOf(row).some(({ status, allowed }) => allowed && isCancelling(resource, status))
        ? 'invoices:correct.text'
        : 'invoices:correct.again',
    )
    const preview = { trial: { method: 'POST', path: `/${path}`, body: {} }, subject: row.id } as const
    if (
      !(await confirm({
        title: t('invoices:correct.title', { name }),
        text,
        action: t('invoices:correct.do'),
        preview,
      }))
    )
      return
    try {
      const { data } = await createRecord(path, {}, submission.current)
      await navigate({ to: `/${resource.path}/${data.id}/edit` })
      toast.done(t('invoices:correct.done', { name }))
    } catch (error) {
      toast.failed(error)
    }
    await forgetAll(client)
  }
  if (!verdict || isForbidden(verdict) || isEditable(row, 'items.rate')) return null
  return (
    <Menu.Item leftSection={<IconReplace size={16} />} disabled={!verdict.allowed} onClick={() => void correct()}>
      {t('invoices:correct.action')}
      <Reason text={verdict.reason} />
    </Menu.Item>
  )
}
