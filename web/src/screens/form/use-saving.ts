import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { type KeptSubmission, Submission } from '../../api/submission.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { settleInputs } from '../../ui/settle.ts'
import { useFullTitle } from '../full-title.ts'
import { type Saved, saveRecord } from './save-record.ts'
import type { Edited, FormShape } from './saving.ts'
import { type Faults, useFaults } from './use-faults.ts'
import { type Kept, useKept } from './use-kept.ts'

/** Asks the user about what is going to be saved. False: it is not saved yet. */
type Approve<F> = (form: F) => Promise<boolean>

export interface SavingForm<F> extends Edited<F> {
  readonly faults: Faults
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** The input that survives a reload. */
  readonly kept: Kept
  setForm(change: (form: F) => F): void
  /** Saves the form as `complete` leaves it, and then finishes; if it cannot be saved, the user is told why. */
  save(complete: (form: F) => F, finish: (saved: Saved<F>) => Promise<void>, approve?: Approve<F>): Promise<void>
  /** What the user is told once it is saved. */
  messageOf(saved: Saved<F>): string
}

/** The state of a form while it is saved: the input, the server's faults, and changes of other users. */
export function useSaving<F>(
  resource: Resource,
  shape: FormShape<F>,
  start: () => Edited<F>,
  place: string | undefined,
): SavingForm<F> {
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
  /** The state is that of the last render; two presses of a key can come before the next. */
  const isBusy = useRef(false)
  const faults = useFaults()
  const isDirty = Object.keys(shape.changesOf(edited.base, edited.form)).length > 0
  const kept = useKeptForm(shape, place, isDirty, { edited, latest, show, submission })
  return {
    ...edited,
    faults,
    isDirty,
    kept,
    isSaving,
    setForm: (change) => show({ ...latest.current, form: change(latest.current.form) }),
    messageOf: useMessage(resource, edited.stored === undefined),
    async save(complete, finish, approve) {
      if (isBusy.current) return
      isBusy.current = true
      setSaving(true)
      try {
        if (!(await settleInputs(faults.element.current))) return
        faults.clear()
        show({ ...latest.current, form: complete(latest.current.form) })
        // A request that may have arrived was approved; what it has created would be found now.
        if (approve && !submission.kept && !(await approve(latest.current.form))) return
        const saving = { resource, shape, submission, client, labels, format, show }
        const sending = saveRecord(saving, latest.current)
        // The reply may be lost together with the page.
        kept.keep()
        const saved = await sending
        if (!saved) return
        kept.forget()
        await finish(saved)
      } catch (error) {
        faults.show(error)
      } finally {
        isBusy.current = false
        setSaving(false)
      }
    },
  }
}

function useMessage(resource: Resource, isNew: boolean) {
  const { t } = useTranslation()
  const titled = useFullTitle()
  const [wasNew] = useState(isNew)
  return ({ row, wasRecovered, note = '' }: Saved<unknown>): string => {
    const message = wasRecovered ? 'records:recovered' : wasNew ? 'records:created' : 'records:saved'
    return `${t(message, { name: titled(resource, row) })} ${note}`.trim()
  }
}

interface FormState<F> {
  readonly edited: Edited<F>
  readonly latest: RefObject<Edited<F>>
  readonly show: (edited: Edited<F>) => void
  readonly submission: Submission<F>
}

/** With a request that may have arrived: it is not to be carried out twice. */
function useKeptForm<F>(shape: FormShape<F>, place: string | undefined, isDirty: boolean, state: FormState<F>): Kept {
  const { edited, latest, show, submission } = state
  return useKept({
    place,
    isDirty,
    input: edited,
    snapshot: () => snapshotOf(latest.current, shape, submission),
    restore(before) {
      if (before.submission) submission.resume(before.submission)
      show(shape.restored(before.edited, latest.current))
    },
  })
}

interface Snapshot<F> {
  readonly edited: Edited<F>
  readonly submission?: KeptSubmission<F> | undefined
}

/** A request holds the secrets of its form. */
function snapshotOf<F>({ stored, base, form }: Edited<F>, shape: FormShape<F>, submission: Submission<F>): Snapshot<F> {
  const { withoutSecrets } = shape
  if (!withoutSecrets) return { edited: { stored, base, form }, submission: submission.kept }
  return { edited: { stored, base: withoutSecrets(base), form: withoutSecrets(form) } }
}
