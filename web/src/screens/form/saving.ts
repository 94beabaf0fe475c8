import type { QueryClient } from '@tanstack/react-query'
import type { Input, RecordRead } from '../../api/records.ts'
import type { Resource, Row } from '../../api/resources.ts'
import type { Submission } from '../../api/submission.ts'
import type { Format } from '../../i18n/format.ts'
import type { Labels } from '../../i18n/labels.ts'
import type { ConflictRow } from './conflict-window.tsx'
import type { Choices, Collision } from './merge/merge.ts'
import type { Versions } from './merge/versions.ts'

/** A form with the values `F`, and the record that it is about. */
export interface Edited<F> {
  /** The record as it was last read; undefined: a new one. */
  readonly stored: RecordRead | undefined
  /** The form as it was before the user changed it. */
  readonly base: F
  readonly form: F
}

export interface MergedForm<F> {
  readonly form: F
  readonly collisions: readonly Collision[]
  readonly incoming: readonly string[]
}

/** How a form becomes a request, and how a record becomes a form. */
export interface FormShape<F> {
  /** What a new record is made of. */
  inputOf(form: F): Input
  /** Only what was touched: two users who change different fields must not undo each other. */
  changesOf(base: F, form: F): Input
  formOf(row: Row): F
  merge(versions: Versions<F>, choices?: Choices): Promise<MergedForm<F>>
  /** The form as it is now, for the record that `sent` was saved as: what was changed since then is kept. */
  adopt(row: Row, sent: F, now: F): Promise<F>
  rowsOf(collisions: readonly Collision[]): Promise<readonly ConflictRow[]>
  /** What may be kept in the browser: no passwords. Undefined: all of it. */
  withoutSecrets?(form: F): F
  /** What was kept, in place of what a form begins with. */
  restored(kept: Edited<F>, now: Edited<F>): Edited<F>
}

export interface Saving<F> {
  readonly resource: Resource
  readonly shape: FormShape<F>
  readonly submission: Submission<F>
  readonly client: QueryClient
  readonly labels: Labels
  readonly format: Format
  /** Shows the form with what came in from the server. */
  show(edited: Edited<F>): void
}
