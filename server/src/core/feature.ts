import type { Resource } from '../model/resource.ts'
import type { ActionsFor } from './entry.ts'
import type { Entry } from './rules.ts'

/** A resource with an `expiresAt`, and how long a record is kept after it. */
export interface Expiring {
  readonly resource: Resource
  readonly keptMs: number
}

/** A part of the service that the kernel does not know: what it stores, and what it gives every resource. */
export interface Feature {
  readonly resources?: readonly Resource[]
  readonly expiring?: readonly Expiring[]
  readonly actionsFor?: ActionsFor
}

/** What a feature serves once the service is put together. */
export interface Served {
  readonly entries?: readonly Entry[]
  /** Entries without addresses: work that the service orders itself. */
  readonly work?: readonly Entry[]
}

/** `known` are the entries of the features before it. */
export type Serve = (known: readonly Entry[]) => Served
