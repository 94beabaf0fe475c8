import type { Resource } from '../../model/resource.ts'

/**
 * Looks among the records of a kind, the likeliest way of matching first, at so many records for each way. Whoever has
 * found enough stops.
 */
export type LookUp = (resource: Resource, breadth: number) => AsyncIterable<readonly Found[]>

/** A record that may be meant. */
export interface Found {
  readonly id: string
  readonly name: string | null
  readonly code: string | null
  readonly status: string | null
  /** The texts that can be searched, folded, by field. */
  readonly texts: { readonly [field: string]: string }
}
