import type { Operations, Schemas } from './generated/contract.ts'

export type { Operations, Schemas }

/** An operation by method and path: `GET /items/{id}`. */
export type Operation = {
  [Name in keyof Operations]: Operations[Name] extends { file: true } ? never : Name
}[keyof Operations]

/** What an operation answers with. */
export type DataOf<Name extends keyof Operations> = Operations[Name]['data']

/** The codes that an operation can be refused with. */
export type RefusalOf<Name extends keyof Operations> = Operations[Name]['refusal']

/** What accompanies the data: where a page stands in its list, or warnings about a change. */
export type MetaOf<Name extends keyof Operations> = Operations[Name] extends { meta: infer Meta }
  ? Meta
  : Operations[Name] extends { meta?: infer Meta }
    ? Partial<NonNullable<Meta>>
    : Readonly<Record<string, never>>

export interface Answer<Data, Meta = unknown> {
  readonly data: Data
  readonly meta: Meta
  /** Of the record; send it back as `ifMatch`. */
  readonly etag: string | undefined
  readonly requestId: string
  /** An earlier request with the same Idempotency-Key was answered with this. */
  readonly isReplayed: boolean
}

/** A response that is not JSON. */
export interface FileAnswer {
  readonly name: string
  readonly type: string
  readonly requestId: string
  readonly stream: ReadableStream<Uint8Array>
  text(): Promise<string>
  bytes(): Promise<Uint8Array>
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Change the record only if it still has this version. */
  readonly version?: number
  /** The same, by the `etag` of an answer. */
  readonly ifMatch?: string
  /** Instead of a new one for each call: the same key makes the same thing happen once. */
  readonly idempotencyKey?: string
  /** Of a write: all of it is checked, and nothing is kept. `meta.effects` tells what would change. */
  readonly dryRun?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

type Flat<T> = { [K in keyof T]: T[K] }
type Part<Name extends keyof Operations, Place extends string> = Operations[Name] extends { [P in Place]: infer Value }
  ? Value
  : never
/** Filters also take null, which finds empty fields, and lists of values. */
type FilterValue<T> = T extends { readonly in?: string } ? Flat<Omit<T, 'in'> & In> : T
interface In {
  readonly in?: string | readonly (string | number)[]
}
type Filter<T> = { readonly [K in keyof T]?: FilterValue<NonNullable<T[K]>> | null }

/** What may be sent with an operation. */
export type RequestOptions<Name extends keyof Operations> = Omit<
  Operations[Name],
  'data' | 'meta' | 'refusal' | 'file' | 'filter'
> &
  (Operations[Name] extends { readonly filter?: infer F } ? { readonly filter?: Filter<F> } : unknown) &
  CallOptions

// The methods of a resource: the id, then the body or the query, then the options.

type IdOf<Name extends keyof Operations> = [Part<Name, 'path'>] extends [never] ? [] : [id: string]
type BodyOf<Name extends keyof Operations> = [Part<Name, 'body'>] extends [never] ? [] : [body: Part<Name, 'body'>]

/** The query without `fields`, which decides what is answered. */
type QueryOf<Name extends keyof Operations, Field> = Flat<
  (Operations[Name] extends { readonly query?: infer Q } ? Omit<NonNullable<Q>, 'fields'> : unknown) &
    (FieldOf<Name> extends never ? unknown : { readonly fields?: readonly Field[] }) &
    (Operations[Name] extends { readonly filter?: infer F } ? { readonly filter?: Filter<NonNullable<F>> } : unknown)
>
type QueryWords<Name extends keyof Operations, Field> = Operations[Name] extends { readonly query: unknown }
  ? [query: QueryOf<Name, Field>]
  : Operations[Name] extends { readonly query?: unknown }
    ? [query?: QueryOf<Name, Field>]
    : []

/** The fields that a client can select. */
type FieldOf<Name extends keyof Operations> = Operations[Name] extends {
  readonly query?: { readonly fields?: readonly (infer Field)[] }
}
  ? Field
  : never
type Root<Field> = Field extends `${infer First}.${string}` ? First : Field
type Selected<Row, Field> = [Field] extends [never] ? Row : Flat<Pick<Row, Extract<'id' | Root<Field>, keyof Row>>>
type SelectedData<Data, Field> = Data extends readonly (infer Row)[]
  ? readonly Selected<Row, Field>[]
  : Selected<Data, Field>

export type MethodOf<Name extends keyof Operations> = Operations[Name] extends { file: true }
  ? (...words: [...IdOf<Name>, ...QueryWords<Name, FieldOf<Name>>, options?: CallOptions]) => Promise<FileAnswer>
  : <Field extends FieldOf<Name> = never>(
      ...words: [...IdOf<Name>, ...BodyOf<Name>, ...QueryWords<Name, Field>, options?: CallOptions]
    ) => Promise<Answer<SelectedData<DataOf<Name>, Field>, MetaOf<Name>>>

type RowOf<Data> = Data extends readonly (infer Row)[] ? Row : never

/** Every record of a list, page by page. */
export type AllOf<Name extends keyof Operations> = <Field extends FieldOf<Name> = never>(
  query?: Omit<QueryOf<Name, Field>, 'page' | 'cursor' | 'includeTotal'>,
  options?: CallOptions,
) => AsyncGenerator<Selected<RowOf<DataOf<Name>>, Field>, void, void>
