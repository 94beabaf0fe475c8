import type { Input } from '../../api/records.ts'

/** Where orders and invoices differ, as far as writing them goes. */
export interface DocumentKind {
  /** The day of the document, and the later one that hangs on it. */
  readonly dates: readonly [own: string, later: string]
  /** The status that a finished draft moves on to. */
  readonly next: string
  /** Sent along with a new one, so that it begins as a draft. */
  readonly asDraft: Input
}
