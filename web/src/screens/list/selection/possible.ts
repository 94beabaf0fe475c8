import type { QueryClient } from '@tanstack/react-query'
import type { listQuery } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { type Chosen, countOf, onlyWith } from './change-all.ts'
import { ASKED_MAX, permittedQuery } from './selected-rows.ts'

/** The part of the selection that can be changed. */
export interface Possible {
  readonly chosen: readonly Chosen[]
  readonly count: number
  /** How many selected records already are as they would become. */
  readonly unchanged: number
  /** Too many to ask each of them: some may yet be refused. */
  readonly isEstimate?: true
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

/** If few of the records have one of the values, these are asked: a value is not all that they may be refused for. */
export async function possibleInMany(
  client: QueryClient,
  resource: Resource,
  picked: Chosen,
  aim: Aim,
): Promise<Possible> {
  const found = await possibleWith(resource.path, picked, aim)
  const [some, ...more] = found.chosen
  if (some?.filter === undefined || more.length > 0 || found.count > ASKED_MAX) return found
  const { unchanged } = found
  return { ...(await possibleAmong(client, permittedQuery(resource, some.filter), aim)), unchanged }
}

/** The records of the selection whose field has one of the values that permit it. */
async function possibleWith(resource: string, picked: Chosen, { field, from, to }: Aim): Promise<Possible> {
  const chosen = onlyWith(picked, field, from)
  const same = to === undefined ? [] : onlyWith(picked, field, [to])
  const [count, unchanged] = await Promise.all([chosen, same].map((some) => countOf(resource, some)))
  return { chosen, count: count!, unchanged: unchanged!, isEstimate: true }
}
