import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { changeStatus, forgetAll, type RecordRead } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { isDraft, nextStatus } from '../../../api/stages.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { Saved } from '../../../screens/form/save-record.ts'
import type { Faults } from '../../../screens/form/use-faults.ts'
import type { Kept } from '../../../screens/form/use-kept.ts'
import { useSaving } from '../../../screens/form/use-saving.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Line } from '../lines/lines.ts'
import { type Draft, trimmed } from './draft.ts'
import { draftShape } from './draft-shape.ts'

export interface DocumentForm extends Pick<Faults, 'errors' | 'problem' | 'element' | 'mark' | 'unmark'> {
  readonly draft: Draft
  /** The document, once there is one. */
  readonly stored: RecordRead | undefined
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly kept: Kept
  /** The status that a draft can be moved on to when it is saved, by a role like the user's. */
  readonly next: string | undefined
  set(name: string, value: unknown): void
  /** Returns after the lines are on the screen, so that one of them can be gone to. */
  setLines(change: (lines: readonly Line[]) => readonly Line[]): void
  /** Saves; if asked to, also moves it on to its next status. */
  save(isFinished: boolean): Promise<void>
}

/** The state of the document editor: the input, the server's faults, and the page after saving. */
export function useDocumentForm(resource: Resource, start: Draft, read: RecordRead | undefined): DocumentForm {
  const labels = useLabels()
  const client = useQueryClient()
  const navigate = useNavigate()
  const shape = draftShape(resource, Object.keys(start.values), labels)
  const form = useSaving(resource, shape, () => ({ stored: read, base: start, form: start }), resource.name)
  const draft = form.form

  const status = form.stored?.row.status ?? resource.statuses[0]
  const next = isDraft(resource, status) ? nextStatus(resource, status) : undefined

  /** The document is stored by now; if its status cannot be changed, its own page says why. */
  async function moveOn({ id }: Row, to: string): Promise<void> {
    try {
      const { meta } = await changeStatus(resource.path, id, to)
      for (const { message } of meta.warnings ?? []) toast.done(message)
    } catch (error) {
      toast.failed(error)
    }
  }

  async function finish(saved: Saved<Draft>, isFinished: boolean): Promise<void> {
    if (isFinished && next) await moveOn(saved.row, next)
    await forgetAll(client)
    await navigate({ to: `/${resource.path}/${saved.row.id}`, ignoreBlocker: true })
    toast.done(form.messageOf(saved))
  }

  return {
    ...form.faults,
    draft,
    stored: form.stored,
    isDirty: form.isDirty,
    isSaving: form.isSaving,
    kept: form.kept,
    next,
    set(name, value) {
      flushSync(() => form.setForm((before) => ({ ...before, values: { ...before.values, [name]: value } })))
      form.faults.unmark(name)
    },
    setLines(change) {
      flushSync(() => {
        const lines = change(draft.lines)
        form.setForm((before) => ({ ...before, lines: change(before.lines) }))
        // A fault names a line by its position, and positions have changed.
        if (placesOf(lines) !== placesOf(draft.lines)) form.faults.unmark('items')
      })
    },
    save: (isFinished) => form.save(trimmed, (saved) => finish(saved, isFinished)),
  }
}

const placesOf = (lines: readonly Line[]) => lines.map(({ key }) => key).join()
