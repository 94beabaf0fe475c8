// The vocabulary that every resource is written in. A field says what a value means; how it is checked
// stands in kinds.ts, how it is stored belongs to the database layer, how it is drawn to the web interface.

export type ScalarKind =
  | 'id'
  | 'text'
  | 'money'
  | 'quantity'
  | 'percent'
  | 'integer'
  | 'choice'
  | 'flag'
  | 'date'
  | 'instant'
  | 'ref'
export type Kind = ScalarKind | 'list' | 'map' | 'json' | 'group' | 'lines'

export interface FieldOptions {
  /** A client must send it on create. Together with readOnly: the service always fills it. */
  readonly required?: true
  /** Set by the service. A client may send it back, and it is ignored. */
  readonly readOnly?: true
  /** A client may leave it out; the resource's `derive` rule then fills it, so that it is never null. */
  readonly filled?: true
  /** A line that leaves it out says nothing about it, not even its default. Set for one request, never declared. */
  readonly omittable?: true
  /** Read from the body and checked, but not kept. */
  readonly transient?: true
  /** Sums of it per value of another field are kept: what a customer owes is known without adding up. */
  readonly summedBy?: string
  /** Words that a filter understands beside the field's own values; the resource's `interpret` rule says what they mean. */
  readonly alsoFilter?: readonly string[]
  /** Not stored; filled in by the resource's `compute` rule whenever a record is read. */
  readonly computed?: true
  /** An answer leaves it out where its reader may not see it. */
  readonly maybe?: true
  /** Not stored; in the one answer of the request that made it up, and never again. */
  readonly shownOnce?: true
  /** Not worth telling the audit log: it only says how far something has come. */
  readonly untold?: true
  /** Stored, but never shown to anyone, filtered by or sorted by. */
  readonly secret?: true
  /** The value when none is sent. A field with a default is never null. */
  readonly default?: unknown
  /** No two records share it, whatever the case of its letters. */
  readonly unique?: true
  /** Lists may be sorted by it, and filtering by it stays quick however large the table. */
  readonly indexed?: true
  /** A list that asks for one value of one of these fields and is sorted by this one stays quick too, whatever the two have in common. */
  readonly indexedWithin?: readonly string[]
  /** The number of records per value is kept, so that a list filtered by it knows its total at once. */
  readonly counted?: true
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
  readonly example?: unknown
}

export type TextFormat = 'email' | 'url' | 'country'

export interface Field<T = unknown, O extends FieldOptions = FieldOptions> {
  readonly kind: Kind
  readonly options: O
  readonly type?: T // carries the TypeScript type only; never set at run time
}

export type Fields = { readonly [name: string]: Field }

const field = <T, const O extends FieldOptions>(kind: Kind, options: O): Field<T, O> => ({ kind, options })

type None = Record<never, never>

export const id = <const O extends FieldOptions = None>(o = {} as O) => field<string, O>('id', o)
export const text = <const O extends FieldOptions = None>(o = {} as O) => field<string, O>('text', o)
export const money = <const O extends FieldOptions = None>(o = {} as O) => field<number, O>('money', o)
export const quantity = <const O extends FieldOptions = None>(o = {} as O) => field<number, O>('quantity', o)
export const percent = <const O extends FieldOptions = None>(o = {} as O) => field<number, O>('percent', o)
export const integer = <const O extends FieldOptions = None>(o = {} as O) => field<number, O>('integer', o)
export const flag = <const O extends FieldOptions = None>(o = {} as O) => field<boolean, O>('flag', o)
export const date = <const O extends FieldOptions = None>(o = {} as O) => field<string, O>('date', o)
export const instant = <const O extends FieldOptions = None>(o = {} as O) => field<string, O>('instant', o)

/** A structure that only the service writes, such as the headers of a kept answer. */
export const json = <T>(o: FieldOptions = {}) => field<T, { required: true }>('json', { ...o, required: true })

export const choice = <const C extends readonly string[], const O extends FieldOptions = None>(
  choices: C,
  o = {} as O,
) => field<C[number], O & { choices: C }>('choice', { ...o, choices })

export const ref = <const O extends FieldOptions = None>(target: string, o = {} as O) =>
  field<string, O & { target: string }>('ref', { ...o, target })

/** A list that must be sent has no default. */
const emptyUnless = ({ required }: FieldOptions) => (required ? {} : { default: [] }) as { default: never[] }

export const list = <T, const O extends FieldOptions = None>(of: Field<T>, o = {} as O) =>
  field<T[], O & { of: Field<T>; default: readonly T[] }>('list', { ...emptyUnless(o), ...o, of })

/** Values by a name that the client chooses, such as the permissions of a role by resource. */
export const map = <T, const O extends FieldOptions = None>(of: Field<T>, o = {} as O) =>
  field<{ [name: string]: T }, O & { of: Field<T> }>('map', { ...o, of })

/** Fields that belong together, such as an address. Always present in a record; its parts may be null. */
export const group = <const F extends Fields, const O extends FieldOptions = None>(fields: F, o = {} as O) =>
  field<ValuesOf<F>, O & { fields: F; default: unknown }>('group', { default: {}, ...o, fields })

/** Rows of their own under the record, such as the lines of an order. Each has an id. */
export const lines = <const F extends Fields, const O extends FieldOptions = None>(fields: F, o = {} as O) =>
  field<LineOf<F>[], O & { fields: F; default: unknown }>('lines', { ...emptyUnless(o), ...o, fields })

type Flat<T> = { [K in keyof T]: T[K] }
type TypeOf<F> = F extends Field<infer T, FieldOptions> ? T : never
type Always<F extends Field> = F['options'] extends { required: true } | { default: unknown } | { filled: true }
  ? true
  : false
type Writable<F extends Fields> = {
  [K in keyof F as F[K]['options'] extends { readOnly: true } | { computed: true } ? never : K]: F[K]
}
type Mandatory<F extends Fields> = { [K in keyof F as F[K]['options'] extends { required: true } ? K : never]: F[K] }

/** What a record holds: a field that is neither required nor defaulted may be null. */
export type ValuesOf<F extends Fields> = {
  [K in keyof F]: Always<F[K]> extends true ? TypeOf<F[K]> : TypeOf<F[K]> | null
}
export type LineOf<F extends Fields> = Flat<{ id: string } & ValuesOf<F>>

/** What a client may send. */
export type InputOf<F extends Fields> = Flat<
  { [K in keyof Mandatory<Writable<F>>]: TypeOf<F[K & keyof F]> } & {
    [K in keyof Writable<F>]?: TypeOf<F[K & keyof F]> | null
  }
>
