import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { Submission } from '../../api/submission.ts'
import { titleOf } from '../../api/titles.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { settleInputs } from '../../ui/settle.ts'
import { type Edited, type FormShape, type Saved, saveRecord } from './save-record.ts'
import { type Faults, useFaults } from './use-faults.ts'

export interface SavingForm<F> extends Edited<F> {
  readonly faults: Faults
  readonly isDirty: boolean
  readonly isSaving: boolean
  setForm(change: (form: F) => F): void
  /** Saves the form as `complete` leaves it, and then finishes; if it cannot be saved, the user is told why. */
  save(complete: (form: F) => F, finish: (saved: Saved<F>) => Promise<void>): Promise<void>
  /** What the user is told once it is saved. */
  messageOf(saved: Saved<F>): string
}

/** The state of a form while it is saved: the input, the server's faults, and changes of other users. */
export function useSaving<F>(resource: Resource, shape: FormShape<F>, start: () => Edited<F>): SavingForm<F> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const labels = useLabels()
  const format = useFormat()
  const [edited, setEdited] = useState(start)
  /** An input may take over what was typed while the form is being saved, before the next render. */
  const latest = useRef(edited)
  const show = (next: Edited<F>) => {
    latest.current = next
    setEdited(next)
  }
  const [isSaving, setSaving] = useState(false)
  const [submission] = useState(() => new Submission<F>())
  const isNew = useRef(edited.stored === undefined)
  /** The state is that of the last render; two presses of a key can come before the next. */
  const isBusy = useRef(false)
  const faults = useFaults()
  return {
    ...edited,
    faults,
    isDirty: Object.keys(shape.changesOf(edited.base, edited.form)).length > 0,
    isSaving,
    setForm: (change) => show({ ...latest.current, form: change(latest.current.form) }),
    messageOf({ row, wasRecovered, note = '' }) {
      const name = titleOf(resource, row, labels.one(resource))
      const message = wasRecovered ? 'records:recovered' : isNew.current ? 'records:created' : 'records:saved'
      return `${t(message, { name })} ${note}`.trim()
    },
    async save(complete, finish) {
      if (isBusy.current) return
      isBusy.current = true
      setSaving(true)
      try {
        if (!(await settleInputs(faults.element.current))) return
        faults.clear()
        show({ ...latest.current, form: complete(latest.current.form) })
        const saving = { resource, shape, submission, client, labels, format, show }
        const saved = await saveRecord(saving, latest.current)
        if (saved) await finish(saved)
      } catch (error) {
        faults.show(error)
      } finally {
        isBusy.current = false
        setSaving(false)
      }
    },
  }
}
