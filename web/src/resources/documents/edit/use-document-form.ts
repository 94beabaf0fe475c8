import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../../../api/api-error.ts'
import { newKey } from '../../../api/http.ts'
import {
  changeStatus,
  createRecord,
  forgetAll,
  type RecordRead,
  recordQuery,
  updateRecord,
} from '../../../api/records.ts'
import { fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { titleOf } from '../../../api/titles.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { resolveConflict } from '../../../screens/form/conflict-window.tsx'
import { type Faults, useFaults } from '../../../screens/form/use-faults.ts'
import { settleInputs } from '../../../ui/settle.ts'
import { toast } from '../../../ui/toast.tsx'
import type { DocumentKind } from '../document-kind.ts'
import type { Line } from '../lines/lines.ts'
import { documentRows } from './conflict-rows.tsx'
import { changesOf, type Draft, draftFrom, inputFor, trimmed } from './draft.ts'

export interface DocumentForm extends Pick<Faults, 'errors' | 'problem' | 'element' | 'mark' | 'unmark'> {
  readonly draft: Draft
  readonly isDirty: boolean
  readonly isSaving: boolean
  set(name: string, value: unknown): void
  /** Returns after the lines are on the screen, so that one of them can be gone to. */
  setLines(change: (lines: readonly Line[]) => readonly Line[]): void
  /** Saves; if asked to, also moves it on to its next status. */
  save(isFinished: boolean): Promise<void>
}

/** The life of a document while it is written: what was typed, what the server says to it, and where it leads. */
export function useDocumentForm(
  resource: Resource,
  kind: DocumentKind,
  start: Draft,
  read: RecordRead | undefined,
): DocumentForm {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [base, setBase] = useState({ draft: start, etag: read?.etag })
  const [draft, setDraft] = useState(start)
  const faults = useFaults()
  const [isSaving, setSaving] = useState(false)
  const key = useRef(newKey())
  const latest = useRef(draft)
  latest.current = draft
  const parts = fieldOf(resource, 'items')?.fields ?? []
  const changes = changesOf(base.draft, draft, parts)

  async function store(written: Draft, etag: string | undefined): Promise<Row> {
    if (!read)
      return (await createRecord(resource.path, { ...kind.asDraft, ...inputFor(written, parts) }, key.current)).data
    const changed = changesOf(base.draft, written, parts)
    if (Object.keys(changed).length === 0) return read.row
    return (await updateRecord(resource.path, read.row.id, changed, etag)).data
  }

  /** The document is kept by now; if it cannot be finished, its own page says why. */
  async function finish({ id }: Row): Promise<void> {
    try {
      const { meta } = await changeStatus(resource.path, id, kind.next)
      for (const { message } of meta.warnings ?? []) toast.done(message)
    } catch (error) {
      toast.failed(error)
    }
  }

  async function attempt(written: Draft, etag: string | undefined, isFinished: boolean): Promise<void> {
    try {
      const row = await store(written, etag)
      if (isFinished) await finish(row)
      await forgetAll(client)
      await navigate({ to: `/${resource.path}/${row.id}`, ignoreBlocker: true })
      toast.done(t(read ? 'records:saved' : 'records:created', { name: titleOf(resource, row) }))
    } catch (error) {
      if (read && isStatus(error, 412)) return settle(written, isFinished)
      faults.show(error)
    }
  }

  /** Somebody else saved meanwhile: whoever sits here sees both, and decides. */
  async function settle(mine: Draft, isFinished: boolean): Promise<void> {
    const latest = await client.fetchQuery({ ...recordQuery(resource.path, read!.row.id), staleTime: 0 })
    const theirs = draftFrom(latest.row, Object.keys(mine.values))
    const choice = await resolveConflict(documentRows(resource, { base: base.draft, mine, theirs }, labels))
    if (choice === 'mine') return attempt(mine, latest.etag, isFinished)
    if (choice !== 'theirs') return
    setBase({ draft: theirs, etag: latest.etag })
    setDraft(theirs)
  }

  return {
    ...faults,
    draft,
    isDirty: Object.keys(changes).length > 0,
    isSaving,
    set(name, value) {
      flushSync(() => setDraft((before) => ({ ...before, values: { ...before.values, [name]: value } })))
      faults.unmark(name)
    },
    setLines(change) {
      flushSync(() => {
        const lines = change(draft.lines)
        setDraft((before) => ({ ...before, lines: change(before.lines) }))
        // A mark names a line by its place, and places have changed.
        if (placesOf(lines) !== placesOf(draft.lines)) faults.unmark('items')
      })
    },
    async save(isFinished) {
      if (isSaving) return
      setSaving(true)
      // What is being looked up belongs to the document too.
      if (!(await settleInputs(faults.element.current))) return setSaving(false)
      const written = trimmed(latest.current)
      faults.clear()
      setDraft(written)
      await attempt(written, base.etag, isFinished)
      setSaving(false)
    },
  }
}

const placesOf = (lines: readonly Line[]) => lines.map(({ key }) => key).join()
