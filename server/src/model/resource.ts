import type { Allocating, Document } from './document.ts'
import {
  externalIds,
  type Field,
  type Fields,
  type InputOf,
  id,
  instant,
  integer,
  ref,
  type ValuesOf,
} from './fields.ts'
import { EXTERNAL_IDS } from './keys/external-ids.ts'
import { own } from './keys/own.ts'
import { type AnyRecord, hasParts, hasRows, isScalar, type ScalarField } from './kinds/field-kind.ts'
import type { Deprecation } from './kinds/field-options.ts'
import type { Stage } from './stage.ts'

export type { AnyRecord } from './kinds/field-kind.ts'

/** What a record without a title of its own is about. */
export interface About {
  /** A text, such as the number of its order, or a reference. */
  readonly field: string
  /** How much of it. */
  readonly amount?: string
}

/** One kind of record. The name is also the URL, the table, the permission subject and the OpenAPI tag. */
export interface Resource<F extends Fields = Fields> {
  readonly name: string
  readonly singular: string
  readonly idPrefix: string
  /** The field that people call the record by. */
  readonly title: string
  readonly description: string
  /** Its operations that will go away, by the name of the action. */
  readonly deprecatedActions?: { readonly [action: string]: Deprecation }
  readonly fields: F
  /** Set where its records are documents. */
  readonly document?: Document
  /** Set where its records settle open items. */
  readonly allocating?: Allocating
  /** Kept by the service for its own use: no client lists it, so its totals are not kept. */
  readonly internal?: true
  /** The field that holds its number: a record with one stays in the table unseen when it is deleted, so that the number is never given again. */
  readonly retained?: string
  /** The search over everything finds it; a hit shows these fields. What is searched are the fields marked `search`. */
  readonly hit?: { readonly name: string; readonly code?: string }
  /** Belongs to the user who created it, and needs no right. The flag by which it is shown to other users, who cannot change it; true: it is never shown. */
  readonly personal?: string | true
  /** Views of its list that every user has, by name: the query of each. */
  readonly listViews?: { readonly [name: string]: string }
  /** Stages of records that sums over a list leave out, besides what was stopped: a draft may be no turnover. */
  readonly unsummed?: readonly Stage[]
  /** Without a unique title, a record is called by what it is about: "Payment of 100.00 for INV-2026-00001". */
  readonly about?: About
  /** What people tell its records apart by, where no field is unique: imports know a record by it. */
  readonly key?: readonly string[]
  /** Text fields, each `indexed`, in which two records are seldom alike: a new one that is may be there already. */
  readonly similarBy?: readonly string[]
  /** Resources whose records a request locks before one of this, where these are others than those that it refers to. */
  readonly lockedAfter?: readonly string[]
  /** A change of it may change the rights of users; it takes effect with the next request. */
  readonly guardsAccess?: true
  /** Whether its records have `externalIds`; if not given: those of the business have. */
  readonly externalIds?: boolean
  /** Belongs to running the service rather than to the business: needs the `admin` scope. */
  readonly administrative?: true
  /** Records what the service has done, and is its own log: its changes are neither audited nor events. */
  readonly unaudited?: true
  /** Fields that only a signed-in person may set: an API key or app could widen its own access by them. */
  readonly sessionOnlyFields?: readonly string[]
}

/** Declarations refer to each other by name, since many of them refer to each other in circles. */
const declared = new Map<string, Resource>()

export const resourceNamed = (name: string): Resource | undefined => declared.get(name)

/** The resources that keep sums by records of this one. */
export const summingBy = ({ name }: Resource): Resource[] =>
  [...declared.values()].filter(({ fields }) =>
    Object.values(fields).some(({ options }) => options.summedBy && fields[options.summedBy]!.options.target === name),
  )

/** The resource that the other side of a document is a record of. The declaration of the document imports it. */
export function partyOf({ document: { party } }: { readonly document: Document }): Resource {
  const found = declared.get(party.resource)
  if (!found) throw new Error(`The declaration of a document must import that of ${party.resource}.`)
  return found
}

export function defineResource<const F extends Fields>(
  resource: Resource<F> & { readonly title: keyof F & string },
): Resource<F> {
  return declare(resource)
}

function declare<R extends Resource>(resource: R): R {
  const whole = hasExternalIds(resource)
    ? { ...resource, fields: { ...resource.fields, [EXTERNAL_IDS]: externalIds() } }
    : resource
  declared.set(whole.name, whole)
  return whole
}

/** What people create as a part of the business also exists in other systems. */
const hasExternalIds = ({ internal, personal, administrative, externalIds }: Resource): boolean =>
  externalIds ?? !(internal || personal || administrative)

const leading = { id: id({ readOnly: true, required: true }) }
const trailing = {
  createdAt: instant({
    typeName: 'CreatedAt',
    readOnly: true,
    required: true,
    indexed: true,
    description: 'When it was created, UTC.',
  }),
  updatedAt: instant({
    typeName: 'UpdatedAt',
    readOnly: true,
    required: true,
    indexed: true,
    description: 'When it last changed, UTC.',
  }),
  createdBy: ref('users', {
    typeName: 'CreatedBy',
    readOnly: true,
    counted: true,
    description: 'The user who created it; null for the service itself.',
  }),
  version: integer({
    typeName: 'Version',
    readOnly: true,
    required: true,
    description: 'Grows by one with every request that changes it; stock figures and balances do not count.',
  }),
}

const stamps = new Set([...Object.keys(leading), ...Object.keys(trailing)])

/** Whether it is one of the fields that every record has: its id, its times, its version. */
export const isStamp = (name: string): boolean => stamps.has(name)

/** Every field of a record in the order in which it is shown. */
export const fieldsOf = (resource: Resource): Fields => ({ ...leading, ...resource.fields, ...trailing })

/** Whether a record in the database has it. */
export const isKept = ({ options }: Field): boolean => !options.computed && !options.transient && !options.shownOnce

/** Fields that hold one plain value, by path: `sellingPrice`, `address.city`. */
export function scalarsOf(fields: Fields, prefix = ''): Map<string, ScalarField> {
  const scalars = new Map<string, ScalarField>()
  for (const [name, field] of Object.entries(fields)) {
    const { alsoFilter, figure } = field.options
    if (hasParts(field)) {
      for (const [path, part] of scalarsOf(field.options.fields, `${prefix}${name}.`))
        if (isKept(field) || part.options.figure) scalars.set(path, part)
    } else if (isScalar(field) && (isKept(field) || alsoFilter || figure)) scalars.set(prefix + name, field)
  }
  return scalars
}

/** The same for lines: `items.quantity`. */
export const lineScalarsOf = (fields: Fields): Map<string, ScalarField> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      hasRows(field) ? [...scalarsOf(field.options.fields, `${name}.`)] : [],
    ),
  )

type SystemValues = ValuesOf<typeof leading & typeof trailing>
export type Row<R> = R extends Resource<infer F> ? SystemValues & ValuesOf<F> : never
export type Input<R> = R extends Resource<infer F> ? InputOf<F> : never

/** With a capital at the beginning, as at the beginning of a sentence. */
export const titleOf = (words: string): string => words[0]!.toUpperCase() + words.slice(1)

/** The value at a path such as `address.city`; null where any part of the way is missing. */
export const valueAt = (record: AnyRecord, path: string): unknown =>
  path.includes('.')
    ? path.split('.').reduce<unknown>((value, name) => own((value as AnyRecord | null) ?? {}, name) ?? null, record)
    : (record[path] ?? null)
