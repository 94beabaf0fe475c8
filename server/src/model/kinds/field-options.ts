// What a declaration says of a field, by subject; `FieldOptions` is all of it.

import type { Message } from '../message.ts'
import type { Stages, Tones } from '../stage.ts'

/** What a client sends for it. */
export interface InputOptions {
  /** A client must send it on create. Together with readOnly: the service always fills it. */
  readonly required?: true
  /** Set by the service. A client may send it back, and it is ignored. */
  readonly readOnly?: true
  /**
   * Of a read-only field: what changes it, `POST /payments`, or the field that it follows from. A client that sends another
   * value is told.
   */
  readonly setBy?: string
  /**
   * Of a read-only field: why another value must not be ignored. It is refused, since what stands beside it would mean something
   * else.
   */
  readonly mustMatch?: Message
  /** The value when none is sent. A field with a default is never null. */
  readonly default?: unknown
  /** Left out of a new record, it is filled by the resource's `defaults` rule before its declared default is taken. */
  readonly defaulted?: true
  /** A client may leave it out; the resource's `derive` rule then fills it, so that it is never null. */
  readonly filled?: true
  /** A line that leaves it out says nothing about it, not even its default. Set for one request, never declared. */
  readonly omittable?: true
  /** Read from the body and checked, but not kept. */
  readonly transient?: true
}

/** Which values it has. */
export interface ValueOptions {
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  /** Of a status: how far a record has come with each. */
  readonly stages?: Stages
  /** How a client shows a choice, where that does not follow from its stage. */
  readonly tones?: Tones
  /** Of a reference: the resource that it points to. */
  readonly target?: string
  /** No two records share it, whatever the case of its letters. */
  readonly unique?: true
}

/** What follows from something else whenever a record is read. */
export interface ComputedOptions {
  /** Not stored; filled in by the resource's `compute` rule whenever a record is read. */
  readonly computed?: true
  /**
   * Of a computed number: lists can be filtered and sorted by it all the same, since the resource's `figures` rule says how it
   * follows from kept values.
   */
  readonly figure?: true
  /** Words that a filter understands beside the field's own values; the resource's `interpret` rule says what they mean. */
  readonly alsoFilter?: readonly string[]
}

/** What is kept so that lists, totals and histories are quick and right. */
export interface StorageOptions {
  /** Lists may be sorted by it, and filtering by it stays quick however large the table. */
  readonly indexed?: true
  /** A list that asks for one value of one of these fields and is sorted by this one stays quick too, whatever the two have in common. */
  readonly indexedWithin?: readonly string[]
  /** The number of records per value is kept, so that a list filtered by it knows its total at once. */
  readonly counted?: true
  /** Sums of it per value of another field are kept: what a customer owes is known without adding up. */
  readonly summedBy?: string
  /** Sums that several resources keep by the same records take it off, as what is open of a credit note. */
  readonly isSubtracted?: true
  /** Lists can be asked for its sum over all records found, by the `currency` of the records. */
  readonly summed?: true
  /** A figure that follows from other records: a change of it alone is no new version of its record. */
  readonly unversioned?: true
  /** Not audited: it only shows the progress of something. */
  readonly unaudited?: true
}

/** Who sees it. */
export interface SightOptions {
  /** Stored, but never shown, filtered by or sorted by; the audit log tells that it was changed. For passwords and keys. */
  readonly secret?: true
  /**
   * Stored for the use of rules alone: never shown, filtered by or sorted by, and neither audited nor told. A change of it alone
   * is no change of its record.
   */
  readonly internal?: true
  /** Not stored; in the one answer of the request that made it up, and never again. */
  readonly shownOnce?: true
  /** An answer leaves it out where its reader may not see it. */
  readonly maybe?: true
  /**
   * Other records that it shows or is computed from: `projects` or `projects.budget`, or `*.budget` of all resources that keep
   * sums by such records. It is hidden from an actor who may not read them.
   */
  readonly reveals?: readonly string[]
  /** Lists or adds up many records that it reveals: an own rule does not hide it, and a list leaves out records of others. */
  readonly ofMany?: true
  /**
   * Fields that it repeats or is computed from, where the record keeps the result as its own; `.budget` is a field of the
   * same record. It is hidden where one of them is hidden, but needs no right on the other resource.
   */
  readonly hiddenWith?: readonly string[]
}

/** Of a text. */
export interface TextOptions {
  readonly format?: TextFormat
  /** Kept to the last blank, as a password is. Any other text is trimmed at both ends. */
  readonly verbatim?: true
  /** An identifier rather than words: lists sort it by code point. */
  readonly isIdentifier?: true
  /** The list parameter `search` looks into it. */
  readonly search?: true
}

export type TextFormat = 'email' | 'url' | 'country' | 'iban' | 'bic' | 'colour'

/** What the API documentation says of it. */
export interface DocumentationOptions {
  readonly description?: string
  readonly example?: unknown
  readonly deprecated?: Deprecation
  /** What its schema is called, where several fields have the same. */
  readonly typeName?: string
  /** The same in a body, where it differs: it has bounds there, or may be null. */
  readonly inputTypeName?: string
  /** Parts that the lines of several resources have alike, and what the schema of these parts is called. */
  readonly usual?: { readonly typeName: string; readonly parts: readonly string[] }
}

/** Says that an operation or a field will go away. Days are in UTC. */
export interface Deprecation {
  /** The day since when clients should no longer use it: `2026-01-31`. */
  readonly since: string
  /** The day from which it may be gone. */
  readonly sunset?: string
  /** Where its replacement is described. */
  readonly link: string
}
