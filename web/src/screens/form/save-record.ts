import { isStatus } from '../../api/api-error.ts'
import type { Row } from '../../api/resources.ts'
import type { Edited, Saving } from './saving.ts'

export interface Saved<F> {
  readonly row: Row
  /** What was sent last, and against which record. */
  readonly edited: Edited<F>
  /** It was saved before and only the reply was lost; the changes made since then were added. */
  readonly wasRecovered?: true
  /** What other users saved meanwhile, in words. */
  readonly note?: string
}

/** Saves a form until it is stored once, whole, and without undoing what others saved. Undefined: the user went back. */
export async function saveRecord<F>(saving: Saving<F>, edited: Edited<F>): Promise<Saved<F> | undefined> {
  const { resource, shape, submission } = saving
  const { stored, base, form } = edited
  const changes = stored && shape.changesOf(base, form)
  if (stored && Object.keys(changes!).length === 0) return { row: stored.row, edited }
  try {
    const { data, etag, ...sent } = stored
      ? await submission.send<Row>(
          `/${resource.path}/${stored.row.id}`,
          { method: 'PUT', body: changes, ...(stored.etag && { ifMatch: stored.etag }) },
          form,
        )
      : await submission.send<Row>(`/${resource.path}`, { method: 'POST', body: shape.inputOf(form) }, form)
    if (!sent.isEarlier) return { row: data, edited }
    const recovered = {
      stored: { row: data, etag },
      base: shape.formOf(data),
      form: await shape.adopt(data, sent.form, form),
    }
    saving.show(recovered)
    const saved = await saveRecord(saving, recovered)
    // A value that is shown once is only in the first answer.
    return saved && { ...saved, row: { ...data, ...saved.row }, wasRecovered: true }
  } catch (error) {
    if (!stored || !isStatus(error, 412)) throw error
    const { merged } = await import('./merged.ts')
    const found = await merged(saving, { stored, base, form })
    if (!found) return undefined
    saving.show(found.edited)
    const saved = await saveRecord(saving, found.edited)
    return saved && { ...(found.note && { note: found.note }), ...saved }
  }
}
