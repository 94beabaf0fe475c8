import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isStatus } from '../api/api-error.ts'
import { changesBetween, type Errors, errorsFrom, type Values } from '../screens/form/form-values.ts'
import { type Kept, useKept } from '../screens/form/use-kept.ts'
import { useSettled } from '../ui/settle.ts'
import { rereadSettings, type Settings, saveSettings } from './settings-query.ts'

export interface SettingsForm {
  readonly values: Values
  readonly errors: Errors
  readonly problem: string | undefined
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** The input that survives a reload. */
  readonly kept: Kept
  readonly element: RefObject<HTMLFormElement | null>
  set(name: string, value: unknown): void
  /** False: an input or the server did not accept it, and said why. */
  save(): Promise<boolean>
}

/** Some of the settings, being changed. Only what differs is sent; what is suggested differs already. */
export function useSettingsForm(settings: Settings, names: readonly string[], suggested: Values = {}): SettingsForm {
  const client = useQueryClient()
  const [base, setBase] = useState<Values>(() =>
    Object.fromEntries(names.map((name) => [name, settings[name] ?? null])),
  )
  const [values, setValues] = useState<Values>({ ...base, ...suggested })
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const changes = changesBetween(base, values)
  const isDirty = Object.keys(changes).length > 0
  const restore = (before: Values) => setValues((now) => ({ ...now, ...before }))
  const kept = useKept({ place: names.join(), isDirty, input: values, snapshot: () => changes, restore })

  async function store(): Promise<boolean> {
    try {
      if (Object.keys(changes).length > 0) {
        await saveSettings(changes)
        kept.forget()
        setBase(values)
        await rereadSettings(client)
      }
      return true
    } catch (error) {
      const found = isStatus(error, 400, 403, 409, 422) ? errorsFrom(error.details) : {}
      // The marks must be on the page before the first of them can be gone to.
      flushSync(() => {
        setErrors(found)
        setProblem((error as Error).message)
      })
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return false
    }
  }

  const save = useSettled(element, async () => {
    setSaving(true)
    setErrors({})
    setProblem(undefined)
    const isStored = await store()
    setSaving(false)
    return isStored
  })

  return {
    values,
    errors,
    problem,
    isDirty,
    kept,
    isSaving,
    element,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
    save: async () => (await save()) ?? false,
  }
}
