// What the engine knows of a kind of field. A kind is one object in one file: every layer asks the object, none its name.

import type { Message } from '../message.ts'
import type {
  ComputedOptions,
  DocumentationOptions,
  InputOptions,
  SightOptions,
  StorageOptions,
  TextOptions,
  ValueOptions,
} from './field-options.ts'

/** What a declaration says of a field. */
export interface FieldOptions
  extends InputOptions,
    ValueOptions,
    ComputedOptions,
    StorageOptions,
    SightOptions,
    TextOptions,
    DocumentationOptions {
  /** Of a list or a map: the field of each entry. */
  readonly of?: Field
  /** Of a group or of lines: their parts. */
  readonly fields?: Fields
  /** Of lines: parts that are declared otherwise in some of them. The first form that fits a line holds. */
  readonly forms?: readonly LineForm[]
}

/** Lines in which a part has one of these values, or that say the one part and not the other. */
export interface LineForm {
  readonly where?: { readonly part: string; readonly values: readonly unknown[] }
  readonly says?: string
  readonly omits?: string
  readonly parts: Fields
}

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
  /** What the message tells of beyond its values, as paths with the name of the resource. Never answered. */
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
  row(options: FieldOptions): JsonSchema
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
