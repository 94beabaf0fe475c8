import type { Kontor } from './kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** The record of a resource in the world of a test (`world.ts`). */
export type RecordOf = (resource: string) => AnyRecord
/** The same, created when it is first asked for. */
export type OneOf = (resource: string) => Promise<AnyRecord>

/** The shipped roles but for the administrator, who may do everything. */
type Role = 'manager' | 'sales' | 'accountant' | 'warehouse' | 'viewer'

/** r read, c create, u update, d delete, s submit, x cancel, o override, e export, m manage. */
export const ALL = 'rcudsxoem'
export const BUSINESS = 'rcudsxoe'
/** The user's own records, whatever the role. */
export const OWN = 'rcud'

/**
 * What the tests need to know of a resource, and what is promised of it: `server/test/fixtures/<resource>.fixture.ts`.
 * It is written by hand and from nothing else: the program is held against it.
 */
export interface Fixture {
  /** The rights of each role, as letters. A role that is left out has none. */
  readonly rights: { readonly [role in Role]?: string }
  /** What a role does not have in spite of its rights: fields, or the records of other users. */
  readonly limits?: { readonly [role in Role]?: object }
  /** The smallest body that creates a record. Left out where clients create none. */
  readonly body?: (of: RecordOf) => object
  /** What is in the body besides if all fields of the record are to stay open. */
  readonly draft?: object
  /** A change that every record bears, whatever its state. Left out where records never change. */
  readonly change?: Readonly<Record<string, string>>
  /** Creates the record of the world, if that takes more than the body. */
  readonly begin?: (kontor: Kontor, one: OneOf) => Promise<AnyRecord>
  /** At least three bodies for the tests of lists, as different as possible. Left out where `lists/` has samples of its own. */
  readonly samples?: (of: RecordOf) => readonly object[]
  /** The fields that a hit of the search shows as its name and its code. Left out where the search does not look. */
  readonly hit?: { readonly name: string; readonly code: string | null }
  /** The requests that create one from a record of another resource: `{ customers: 'POST /invoices' }`. */
  readonly createdFrom?: { readonly [resource: string]: string }
  /** The code of the refusal of every deletion. */
  readonly kept?: 'DOCUMENT_LOCKED'
  /** Every user has records of their own, which no other user changes. */
  readonly isPersonal?: true
}
