// The vocabulary that every resource is written in. A field says what a value means; how it is checked
// stands in its kind, how it is stored belongs to the database layer, how it is drawn to the web interface.
import type { ExternalIds } from './keys/external-ids.ts'
import type { Field, FieldKind, FieldOptions, Fields } from './kinds/field-kind.ts'
import { kinds } from './kinds/index.ts'

export type { Field, FieldOptions, Fields } from './kinds/field-kind.ts'

const field = <T, const O extends FieldOptions>(kind: FieldKind, options: O): Field<T, O> => ({ kind, options })

type None = Record<never, never>

/** The constructor of a kind that takes only options. */
export const fieldConstructor =
  <T>(kind: FieldKind<T>) =>
  <const O extends FieldOptions = None>(o = {} as O): Field<T, O> =>
    field<T, O>(kind, o)

export const id = fieldConstructor(kinds.id)
export const text = fieldConstructor(kinds.text)
export const money = fieldConstructor(kinds.money)
export const quantity = fieldConstructor(kinds.quantity)
export const percent = fieldConstructor(kinds.percent)
export const integer = fieldConstructor(kinds.integer)
export const flag = fieldConstructor(kinds.flag)
export const date = fieldConstructor(kinds.date)
export const instant = fieldConstructor(kinds.instant)

/** A structure that only the service writes, such as the headers of a kept answer. */
/** JSON that need not be sent. */
export const optionalJson = <T>(o: FieldOptions = {}) => field<T, None>(kinds.json, o as None)
export const json = <T>(o: FieldOptions = {}) => field<T, { required: true }>(kinds.json, { ...o, required: true })

export const choice = <const C extends readonly string[], const O extends FieldOptions = None>(
  choices: C,
  o = {} as O,
) => field<C[number], O & { choices: C }>(kinds.choice, { ...o, choices })

export const ref = <const O extends FieldOptions = None>(target: string, o = {} as O) =>
  field<string, O & { target: string }>(kinds.ref, { ...o, target })

/** A list that must be sent has no default. */
const emptyUnless = ({ required }: FieldOptions) => (required ? {} : { default: [] }) as { default: never[] }

export const list = <T, const O extends FieldOptions = None>(of: Field<T>, o = {} as O) =>
  field<T[], O & { of: Field<T>; default: readonly T[] }>(kinds.list, { ...emptyUnless(o), ...o, of })

/** Values by a name that the client chooses, such as the permissions of a role by resource. */
export const map = <T, const O extends FieldOptions = None>(of: Field<T>, o = {} as O) =>
  field<{ [name: string]: T }, O & { of: Field<T> }>(kinds.map, { ...o, of })

/** The ids of a record in other systems. `defineResource` adds it. */
export const externalIds = () =>
  field<ExternalIds, { default: ExternalIds }>(kinds.externalIds, {
    default: {},
    typeName: 'ExternalIds',
    inputTypeName: 'ExternalIdsInput',
    example: { shop: '1001' },
    description: 'Ids in other systems. What is sent replaces the map. Lists: `externalIds.shop=1001`.',
  } as { default: ExternalIds })

/** Fields that belong together, such as an address. Always present in a record; its parts may be null. */
export const group = <const F extends Fields, const O extends FieldOptions = None>(fields: F, o = {} as O) =>
  field<ValuesOf<F>, O & { fields: F; default: unknown }>(kinds.group, { default: {}, ...o, fields })

/** Rows of their own under the record, such as the lines of an order. Each has an id. */
export const lines = <const F extends Fields, const O extends FieldOptions = None>(fields: F, o = {} as O) =>
  field<LineOf<F>[], O & { fields: F; default: unknown }>(kinds.lines, { ...emptyUnless(o), ...o, fields })

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
