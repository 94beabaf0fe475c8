/** What both users began with, and what each made of it. `theirs` is stored already. */
export interface Versions<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

/** A line of a record. One that the server does not know yet has no id. */
export type Line = Readonly<Record<string, unknown>> & { readonly id?: string }
