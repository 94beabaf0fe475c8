// What the engine knows of a kind of field. A kind is one object in one file: every layer asks the object, none its name.

import type { Message } from '../message.ts'

export interface FieldOptions {
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
  /** A client may leave it out; the resource's `derive` rule then fills it, so that it is never null. */
  readonly filled?: true
  /** A line that leaves it out says nothing about it, not even its default. Set for one request, never declared. */
  readonly omittable?: true
  /** Left out of a new record, it is filled by the resource's `defaults` rule before its declared default is taken. */
  readonly defaulted?: true
  /** Read from the body and checked, but not kept. */
  readonly transient?: true
  /** Sums of it per value of another field are kept: what a customer owes is known without adding up. */
  readonly summedBy?: string
  /** Words that a filter understands beside the field's own values; the resource's `interpret` rule says what they mean. */
  readonly alsoFilter?: readonly string[]
  /** Not stored; filled in by the resource's `compute` rule whenever a record is read. */
  readonly computed?: true
  /**
   * Of a computed number: lists can be filtered and sorted by it all the same, since the resource's `figures` rule says how it
   * follows from kept values.
   */
  readonly figure?: true
  /** An answer leaves it out where its reader may not see it. */
  readonly maybe?: true
  /** Not stored; in the one answer of the request that made it up, and never again. */
  readonly shownOnce?: true
  /** A figure that follows from other records: a change of it alone is no new version of its record. */
  readonly unversioned?: true
  /** Not audited: it only shows the progress of something. */
  readonly unaudited?: true
  /** Of a text: kept to the last blank, as a password is. Any other text is trimmed at both ends. */
  readonly verbatim?: true
  /** Stored, but never shown, filtered by or sorted by; the audit log tells that it was changed. For passwords and keys. */
  readonly secret?: true
  /**
   * Stored for the use of rules alone: never shown, filtered by or sorted by, and neither audited nor told. A change of it alone
   * is no change of its record.
   */
  readonly internal?: true
  /**
   * Other records that it shows or is computed from: `projects` or `projects.budget`. It is hidden from an actor who may not
   * read them.
   */
  readonly reveals?: readonly string[]
  /** Lists or adds up many records that it reveals: an own rule does not hide it, and a list leaves out records of others. */
  readonly ofMany?: true
  /**
   * Fields that it repeats or is computed from, where the record keeps the result as its own; `.budget` is a field of the
   * same record. It is hidden where one of them is hidden, but needs no right on the other resource.
   */
  readonly hiddenWith?: readonly string[]
  /** The value when none is sent. A field with a default is never null. */
  readonly default?: unknown
  /** No two records share it, whatever the case of its letters. */
  readonly unique?: true
  /** Of a text that is an identifier rather than words: lists sort it by code point. */
  readonly isIdentifier?: true
  /** Lists may be sorted by it, and filtering by it stays quick however large the table. */
  readonly indexed?: true
  /** A list that asks for one value of one of these fields and is sorted by this one stays quick too, whatever the two have in common. */
  readonly indexedWithin?: readonly string[]
  /** The number of records per value is kept, so that a list filtered by it knows its total at once. */
  readonly counted?: true
  /** Lists can be asked for its sum over all records found, by the `currency` of the records. */
  readonly summed?: true
  /** The list parameter `search` looks into it. */
  readonly search?: true
  readonly min?: number
  readonly max?: number
  readonly format?: TextFormat
  readonly choices?: readonly string[]
  readonly target?: string
  readonly of?: Field
  readonly fields?: Fields
  readonly description?: string
  readonly deprecated?: Deprecation
  /** What its schema is called in the API documentation, where several fields have the same. */
  readonly typeName?: string
  readonly example?: unknown
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

export type TextFormat = 'email' | 'url' | 'country' | 'iban' | 'bic' | 'colour'

export interface Field<T = unknown, O extends FieldOptions = FieldOptions> {
  readonly kind: FieldKind
  readonly options: O
  readonly type?: T // carries the TypeScript type only; never set at run time
}

export type Fields = { readonly [name: string]: Field }

/** Any record, where the resource is not known: the engine's view. */
export type AnyRecord = { [field: string]: unknown }

export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * The storage class, which decides the column type and the conversion. A list filters and sorts by what is stored.
 * Decimals are stored as integers scaled by DECIMAL_SCALE, so that no sum is ever a float sum.
 */
export type Storage = 'text' | 'integer' | 'decimal' | 'flag' | 'json'

/**
 * What a value is made of.
 * - value: nothing else. It has one column, a filter and one cell of a table.
 * - parts: an object of declared fields. Each part has its own column.
 * - rows: a list of such objects with ids. Each is a row of a child table.
 * - entries: a list of values of one field, stored as one value.
 * - open: names or values that no declaration lists, stored as one value.
 */
export type Structure = 'value' | 'parts' | 'rows' | 'entries' | 'open'

export interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** Create fills in what was left out; update leaves it alone. */
export type InputMode = 'create' | 'update'

/** One thing wrong with what a client sent; `field` is a path such as `items[1].quantity`. */
export interface Detail {
  readonly field: string
  /** Where something stands in the way rather than being wrong: what it is, for programs. */
  readonly code?: string
  readonly message: Message
  /** The record that has the unique value already. */
  readonly existingId?: string
  /** Of a batch: the position of the operation that was refused, and what is wrong with its fields. */
  readonly index?: number
  readonly details?: readonly Detail[]
  /** What the message tells of, as paths with the name of the resource. Never answered. */
  readonly reveals?: readonly string[]
}

/** Collects what is wrong with a body; beyond a maximum it only counts. */
export interface FaultList {
  /** No further fault is kept: its message need not be written. */
  readonly isFull: boolean
  push(detail: Detail): void
  /** Counts faults without keeping them. */
  omit(count?: number): void
}

/** Why a value is refused, as the end of a sentence that begins with the field's name. */
export class Fault {
  readonly message: Message
  constructor(message: Message) {
    this.message = message
  }
}

/** Where a value stands in a body. A structure adds the faults of what is inside it to `faults`. */
export interface Place {
  readonly mode: InputMode
  readonly faults: FaultList
  readonly path: string
}

/** How a table writes numbers: where cells are separated by semicolons, a comma stands before decimals. */
export interface CellFormat {
  readonly hasDecimalCommas: boolean
  /** What people call a value of a choice, in every language. */
  choiceNames(value: string): readonly string[]
}

export interface DateFormat {
  date(value: string): unknown
  instant(value: string): unknown
}

/** How a table for people writes values, in the language and the formats of one user; or how a workbook does. */
export interface SheetFormat extends DateFormat {
  flag(value: boolean): unknown
  choice(value: string): string
  /** What the record is called, where the user may know it; otherwise its id. */
  title(target: string, id: string): string
  /** Where several values share a cell, which is a text then. The same if left out. */
  readonly inList?: SheetFormat
}

/** The schemas of what is inside a structure. */
export interface InnerSchemas {
  parts(fields: Fields): JsonSchema
  row(fields: Fields): JsonSchema
  entry(field: Field): JsonSchema
}

export interface FieldKind<T = unknown> {
  readonly name: string
  readonly structure: Structure
  readonly storage: Storage
  /** Apply where a declaration gives none. */
  readonly bounds: Bounds
  /** The primary key: a list can be sorted by it without a further index. */
  readonly isKey: boolean
  /** Its values are any words: lists sort them in alphabetical order, and a filter may ask for the empty text. */
  readonly isText: boolean
  /** Reads a value of a JSON body: the value to store, or a Fault. Null is passed to a kind with parts only. */
  accept(value: unknown, options: FieldOptions, place: Place): T | Fault
  /** Reads a query parameter. Undefined if the text is no such value. */
  fromText(text: string, options: FieldOptions): unknown
  /** Reads a cell of an imported table. Undefined if the text is no such value. */
  fromCell(text: string, options: FieldOptions, format: CellFormat): unknown
  /** Writes a cell of an exported table. An object is written as JSON. */
  toCell(value: T, options: FieldOptions): unknown
  /** The same in a table for people. */
  toSheet(value: T, options: FieldOptions, sheet: SheetFormat): unknown
  schema(options: FieldOptions, inner: InnerSchemas): JsonSchema
  /** A value for the API documentation, always the same for the same declaration. */
  example(name: string, options: FieldOptions, partsOf: (fields: Fields) => unknown): unknown
}

/** A kind whose fields hold one plain value. Lists can be filtered by it, with every operator. */
export interface ScalarKind<T = unknown> extends FieldKind<T> {
  readonly structure: 'value'
  accept(value: unknown, options: FieldOptions): T | Fault
  schema(options: FieldOptions): JsonSchema
  example(name: string, options: FieldOptions): T
  /** Reads the value of a filter, which may lie beyond the bounds of the field. */
  filterValue(text: string, options: FieldOptions): T | Fault
  filterSchema(options: FieldOptions): JsonSchema
}

export type ScalarField = Field & { readonly kind: ScalarKind }
type WithFields = Field & { readonly options: { readonly fields: Fields } }
type WithEntries = Field & { readonly options: { readonly of: Field } }

export const isScalar = (field: Field): field is ScalarField => field.kind.structure === 'value'
export const hasParts = (field: Field): field is WithFields => field.kind.structure === 'parts'
export const hasRows = (field: Field): field is WithFields => field.kind.structure === 'rows'
export const hasEntries = (field: Field): field is WithEntries => field.kind.structure === 'entries'

/** The field of each entry of a list or a map: no entry is null. */
export const entryOf = ({ kind, options }: Field): Field => ({ kind, options: { ...options, required: true } })
