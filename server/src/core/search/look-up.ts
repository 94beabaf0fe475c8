import type { Resource } from '../../model/resource.ts'

/** Looks among the records of a kind, the likeliest way of matching first; whoever has found enough stops. */
export type LookUp = (resource: Resource, breadth: Breadth) => AsyncIterable<readonly Found[]>

/** How many records are looked at for each way of matching. */
export type Breadth = 'usual' | 'wide'

/** A record that may be meant. */
export interface Found {
  readonly id: string
  readonly name: string | null
  readonly code: string | null
  readonly status: string | null
  /** The texts that can be searched, folded, by field. */
  readonly texts: { readonly [field: string]: string }
}
