import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../../api/api-error.ts'
import { newKey } from '../../api/http.ts'
import { createRecord, forgetAll, type RecordRead, recordQuery, updateRecord } from '../../api/records.ts'
import type { Field, Resource, Row } from '../../api/resources.ts'
import { titleOf } from '../../api/titles.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { useSettled } from '../../ui/settle.ts'
import { toast } from '../../ui/toast.tsx'
import { useCustomisation } from '../customisation.ts'
import { changesBetween, emptyValues, filled, isSame, type Values, valuesOf } from './form-values.ts'
import { type Faults, useFaults } from './use-faults.ts'

export interface RecordFormState extends Pick<Faults, 'errors' | 'problem' | 'element'> {
  readonly values: Values
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly isNew: boolean
  set(name: string, value: unknown): void
  save(): Promise<void>
}

/** Fetched when it comes to that, which is seldom. */
const bothVersions = () => Promise.all([import('./conflict-rows.tsx'), import('./conflict-window.tsx')])

/** The life of a form: what was typed, what the server says to it, and where it leads. */
export function useRecordForm(
  resource: Resource,
  fields: readonly Field[],
  read: RecordRead | undefined,
): RecordFormState {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { Usage } = useCustomisation(resource.name)
  const [base, setBase] = useState(() => ({
    values: read ? valuesOf(fields, read.row) : emptyValues(fields),
    etag: read?.etag,
  }))
  const [values, setValues] = useState(base.values)
  const faults = useFaults()
  const [isSaving, setSaving] = useState(false)
  const key = useRef(newKey())
  const changes = changesBetween(base.values, values)

  async function finish(row: Row, message: string, undo?: () => Promise<void>): Promise<void> {
    if (resource.fields.some(({ isShownOnce }) => isShownOnce))
      await (await import('./show-once.tsx')).showOnce(resource, row, Usage)
    await forgetAll(client)
    await navigate({ to: `/${resource.path}/${row.id}` })
    toast.done(message, { ...(undo && { undo }) })
  }

  async function store(etag: string | undefined): Promise<void> {
    if (!read) {
      const { data } = await createRecord(resource.path, filled(values), key.current)
      return finish(data, t('records:created', { name: titleOf(resource, data) }))
    }
    const { id } = read.row
    const { data } = await updateRecord(resource.path, id, changes, etag)
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, base.values[name]]))
    return finish(data, t('records:saved', { name: titleOf(resource, data) }), async () => {
      await updateRecord(resource.path, id, before)
      await forgetAll(client)
    })
  }

  /** Somebody else saved meanwhile: whoever sits here decides. */
  async function settle(): Promise<void> {
    const latest = await client.fetchQuery({ ...recordQuery(resource.path, read!.row.id), staleTime: 0 })
    const theirs = valuesOf(fields, latest.row)
    const [{ fieldRows }, { resolveConflict }] = await bothVersions()
    const versions = { base: base.values, mine: values, theirs }
    const choice = await resolveConflict(fieldRows(resource, fields, versions, labels))
    if (choice === 'mine') return attempt(latest.etag)
    if (choice === 'theirs') {
      setBase({ values: theirs, etag: latest.etag })
      setValues(theirs)
    }
  }

  async function attempt(etag: string | undefined): Promise<void> {
    try {
      await store(etag)
    } catch (error) {
      if (isStatus(error, 412)) return settle()
      faults.show(error)
    }
  }

  return {
    ...faults,
    values,
    isDirty: Object.keys(changes).length > 0,
    isSaving,
    isNew: read === undefined,
    set(name, value) {
      setValues((before) => (isSame(before[name], value) ? before : { ...before, [name]: value }))
      faults.unmark(name)
    },
    save: useSettled(faults.element, async () => {
      if (isSaving) return
      setSaving(true)
      faults.clear()
      await attempt(base.etag)
      setSaving(false)
    }),
  }
}
