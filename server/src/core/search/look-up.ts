import type { Resource } from '../../model/resource.ts'

/** One question, ready to be asked of every kind of record. */
export interface LookUp {
  /** There are so many ways of matching, the likeliest first. */
  readonly ways: number
  /** The records of a kind that match in this way and in none before; at so many of them is looked. */
  among(resource: Resource, way: number, breadth: number): Promise<readonly Found[]>
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
