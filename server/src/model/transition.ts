/** A status that could follow, and why it cannot just now. */
export interface Transition {
  readonly status: string
  readonly allowed: boolean
  readonly reason?: string
  readonly blockers?: readonly { readonly code: string; readonly message: string }[]
}
