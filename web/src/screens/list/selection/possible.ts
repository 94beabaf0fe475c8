import type { QueryClient } from '@tanstack/react-query'
import type { listQuery } from '../../../api/records.ts'
import type { Row } from '../../../api/resources.ts'
import { type Chosen, countOf, onlyWith } from './change-all.ts'

/** The part of the selection that can be changed. */
export interface Possible {
  readonly chosen: readonly Chosen[]
  readonly count: number
  /** How many selected records already are as they would become. */
  readonly unchanged: number
}

/** What is looked for in a selection. */
export interface Aim {
  readonly isPermitted: (row: Row) => boolean
  /** Where there are too many records to ask each of them: a field, and the values that permit it. */
  readonly field: string
  readonly from: readonly unknown[]
  /** The value that the field is to have. */
  readonly to?: unknown
}

/** Exactly these records. */
export const exactly = (ids: readonly string[]): Possible => ({ chosen: [{ ids }], count: ids.length, unchanged: 0 })

/** Those of these records that permit it now. */
export async function possibleAmong(
  client: QueryClient,
  asked: ReturnType<typeof listQuery>,
  { isPermitted, field, to }: Aim,
): Promise<Possible> {
  const { rows } = await client.fetchQuery({ ...asked, staleTime: 0 })
  const unchanged = to === undefined ? 0 : rows.filter((row) => row[field] === to).length
  return { ...exactly(rows.filter(isPermitted).map(({ id }) => id)), unchanged }
}

/** The records of the selection whose field has one of the values that permit it. */
export async function possibleWith(resource: string, picked: Chosen, { field, from, to }: Aim): Promise<Possible> {
  const chosen = onlyWith(picked, field, from)
  const same = to === undefined ? [] : onlyWith(picked, field, [to])
  const [count, unchanged] = await Promise.all([chosen, same].map((some) => countOf(resource, some)))
  return { chosen, count: count!, unchanged: unchanged! }
}
