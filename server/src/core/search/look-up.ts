import type { Wanted } from '../../model/search/score.ts'

/** What is looked for, and how many records are enough to choose from. */
export interface LookUp extends Wanted {
  readonly enough: number
}

/** A record that may be meant. */
export interface Found {
  readonly id: string
  readonly name: string | null
  readonly code: string | null
  readonly status: string | null
  /** The texts that can be searched, folded, by field. */
  readonly texts: { readonly [field: string]: string }
}
