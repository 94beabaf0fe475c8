import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { meQuery } from '../../api/me.ts'
import { forgetAll, type Input, type RecordRead, updateRecord } from '../../api/records.ts'
import type { Field, Resource, Row } from '../../api/resources.ts'
import type { Labels } from '../../i18n/labels.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { target } from '../../ui/links.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCustomisation } from '../customisation.ts'
import { filled } from './filled.ts'
import { changesBetween, emptyValues, isSame, type Values, valuesOf } from './form-values.ts'
import type { Saved } from './save-record.ts'
import type { FormShape } from './saving.ts'
import { type Similar, useSimilar } from './similar/use-similar.ts'
import type { Faults } from './use-faults.ts'
import type { Kept } from './use-kept.ts'
import { useSaving } from './use-saving.ts'

export interface RecordFormState extends Pick<Faults, 'errors' | 'problem' | 'element'> {
  readonly values: Values
  /** The record, once there is one. */
  readonly stored: RecordRead | undefined
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly kept: Kept
  readonly similar: Similar
  set(name: string, value: unknown): void
  save(): Promise<void>
}

/** Loaded when it is needed, which is seldom. */
const loadMerge = () => import('./merge/merge.ts')

const loadShowOnce = () => import('./show-once.tsx')

const secretsIn = (fields: readonly Field[]) =>
  fields.filter(({ isWriteOnly, isShownOnce }) => isWriteOnly || isShownOnce).map(({ name }) => name)

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** A form with a value for each of these fields. */
const shapeOf = (resource: Resource, fields: readonly Field[], labels: Labels): FormShape<Values> => ({
  inputOf: filled,
  changesOf: changesBetween,
  formOf: (row) => valuesOf(fields, row),
  async merge(versions, choices) {
    const { merge } = await loadMerge()
    const { values, ...rest } = merge(fields, versions, choices)
    return { ...rest, form: values }
  },
  async adopt(row, base, mine) {
    const { merge } = await loadMerge()
    // Lines that were sent had no ids yet, so they can only be taken as a whole.
    const whole = fields.map((field) => (field.kind === 'lines' ? { ...field, kind: 'list' as const } : field))
    return merge(whole, { base, mine, theirs: valuesOf(fields, row) }).values
  },
  rowsOf: async (collisions) => (await import('./conflict-rows.tsx')).collisionRows(resource, collisions, labels),
  ...(secretsIn(fields).length > 0 && { withoutSecrets: (values: Values) => without(values, secretsIn(fields)) }),
  restored: (kept, now) => ({
    stored: kept.stored,
    base: { ...now.base, ...kept.base },
    form: { ...now.form, ...kept.form },
  }),
})

interface Start {
  /** Undefined: a new record. */
  readonly read?: RecordRead | undefined
  /** What is known of a new record. */
  readonly given: Values
  /** The page from which it is created, and to which the user returns. */
  readonly origin?: string | undefined
  /** Of a form beside another page, which goes on when the record is there. */
  readonly onSaved?: (row: Row) => void
}

const startOf = (read: RecordRead | undefined, values: Values) => ({ stored: read, base: values, form: values })

/** The state of a form: the input, the server's faults, and the page after saving. */
export function useRecordForm(
  resource: Resource,
  fields: readonly Field[],
  { read, given, origin, onSaved }: Start,
): RecordFormState {
  const labels = useLabels()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { Usage, defaults } = useCustomisation(resource.name)
  const { data: me } = useQuery(meQuery)
  const usual = me && defaults?.(me.company)
  const start = () => startOf(read, read ? valuesOf(fields, read.row) : { ...emptyValues(fields), ...usual, ...given })
  const form = useSaving(resource, shapeOf(resource, fields, labels), start, onSaved ? undefined : resource.name)
  const similar = useSimilar(resource, form.form, form.stored === undefined)
  const hasSecrets = resource.fields.some(({ isShownOnce }) => isShownOnce)

  async function save(): Promise<void> {
    try {
      // Loaded before the record is created: its secret can be shown only now.
      if (hasSecrets) await loadShowOnce()
    } catch (error) {
      return toast.failed(error)
    }
    await form.save((values) => values, finish, similar.approve)
  }

  async function finish(saved: Saved<Values>): Promise<void> {
    const { row } = saved
    if (hasSecrets) await (await loadShowOnce()).showOnce(resource, row, Usage)
    await forgetAll(client)
    if (onSaved) {
      toast.done(form.messageOf(saved))
      onSaved(row)
      return
    }
    await navigate(target(read || !origin ? `/${resource.path}/${row.id}` : origin) as never)
    const undo = async () => {
      await updateRecord(resource.path, row.id, valuesBefore(saved))
      await forgetAll(client)
    }
    toast.done(form.messageOf(saved), { ...(read && { undo }) })
  }

  return {
    ...form.faults,
    values: form.form,
    stored: form.stored,
    isDirty: form.isDirty,
    isSaving: form.isSaving,
    kept: form.kept,
    similar,
    set(name, value) {
      form.setForm((before) => (isSame(before[name], value) ? before : { ...before, [name]: value }))
      form.faults.unmark(name)
    },
    save,
  }
}

/** What the fields that the user changed held before. */
const valuesBefore = ({ edited: { base, form } }: Saved<Values>): Input =>
  Object.fromEntries(Object.keys(changesBetween(base, form)).map((name) => [name, base[name]]))
