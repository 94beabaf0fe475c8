import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '../api/call.ts'
import { meQuery } from '../api/me.ts'
import { forgetAll, type Input } from '../api/records.ts'
import type { Row } from '../api/resources.ts'

/** The settings of the company. One record, so its address needs no id. */
export type Settings = DataOf<'GET /settings'> & Row

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call('GET /settings', { signal })).data,
})

export const saveSettings = async (input: Input): Promise<Settings> =>
  (await call('PUT /settings', { body: input })).data

/** Every amount on the screen is written in the currency of the company. */
export async function rereadSettings(client: QueryClient): Promise<void> {
  await Promise.all([forgetAll(client), client.invalidateQueries({ queryKey: meQuery.queryKey })])
}
