import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../../api/api-error.ts'
import { newKey } from '../../api/http.ts'
import { createRecord, forgetAll, type RecordRead, recordQuery, updateRecord } from '../../api/records.ts'
import type { Field, Resource, Row } from '../../api/resources.ts'
import { titleOf } from '../../api/titles.ts'
import { toast } from '../../ui/toast.tsx'
import { useCustomisation } from '../customisation.ts'
import { resolveConflict } from './conflict-window.tsx'
import {
  changesBetween,
  type Errors,
  emptyValues,
  errorsFrom,
  filled,
  isSame,
  type Values,
  valuesOf,
} from './form-values.ts'
import { showOnce } from './show-once.tsx'

export interface RecordFormState {
  readonly values: Values
  readonly errors: Errors
  /** Why it could not be saved. */
  readonly problem: string | undefined
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly isNew: boolean
  readonly element: RefObject<HTMLFormElement | null>
  set(name: string, value: unknown): void
  save(): Promise<void>
}

/** The life of a form: what was typed, what the server says to it, and where it leads. */
export function useRecordForm(
  resource: Resource,
  fields: readonly Field[],
  read: RecordRead | undefined,
): RecordFormState {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { Usage } = useCustomisation(resource.name)
  const [base, setBase] = useState(() => ({
    values: read ? valuesOf(fields, read.row) : emptyValues(fields),
    etag: read?.etag,
  }))
  const [values, setValues] = useState(base.values)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const key = useRef(newKey())
  const changes = changesBetween(base.values, values)

  async function finish(row: Row, message: string, undo?: () => Promise<void>): Promise<void> {
    await showOnce(resource, row, Usage)
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
    const choice = await resolveConflict({ resource, fields, base: base.values, mine: values, theirs })
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
      refused(error)
    }
  }

  function refused(error: unknown): void {
    const found = isStatus(error, 400, 403, 422) ? errorsFrom(error.details) : {}
    // The marks must be on the page before the first of them can be gone to.
    flushSync(() => {
      setErrors(found)
      setProblem(
        isValidation(error) ? t('records:faults', { count: Object.keys(found).length }) : (error as Error).message,
      )
    })
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return {
    values,
    errors,
    problem,
    isDirty: Object.keys(changes).length > 0,
    isSaving,
    isNew: read === undefined,
    element,
    set(name, value) {
      setValues((before) => (isSame(before[name], value) ? before : { ...before, [name]: value }))
      setErrors((before) => withoutFault(before, name))
    },
    async save() {
      if (isSaving) return
      setSaving(true)
      setErrors({})
      setProblem(undefined)
      await attempt(base.etag)
      setSaving(false)
    },
  }
}

/** All that is wrong stands at the fields. */
const isValidation = (error: unknown) =>
  isStatus(error, 422) && error.code === 'VALIDATION_ERROR' && error.details.length > 0

/** What is being mended is no longer marked. */
function withoutFault(errors: Errors, name: string): Errors {
  const left = Object.entries(errors).filter(([path]) => path !== name && !path.startsWith(`${name}.`))
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left)
}
