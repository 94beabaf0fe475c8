import type { Resource } from '../../model/resource.ts'

/** A search query, ready to run on every resource. */
export interface LookUp {
  /** The number of tiers; matches of an earlier tier score higher. */
  readonly tiers: number
  /** The records of a resource that match in this tier and in none before, from at most `breadth` candidates. */
  among(resource: Resource, tier: number, breadth: number): Promise<readonly Found[]>
}

/** A candidate record. */
export interface Found {
  readonly id: string
  readonly name: string | null
  readonly code: string | null
  readonly status: string | null
  /** The texts that can be searched, folded, by field. */
  readonly texts: { readonly [field: string]: string }
}
