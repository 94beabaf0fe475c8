import { type BulkReport, type BulkRequest, changeMany } from '../../../api/bulk.ts'
import { http } from '../../../api/http.ts'

/** Some records, or all that a list would show. */
export type Chosen = Pick<BulkRequest, 'ids' | 'filter'>
export type Change = Pick<BulkRequest, 'action' | 'input'>

const IDS_MAX = 1000
/** A query holds no more of them. */
const FILTERED_IDS_MAX = 100

/** The server changes a thousand at a time; it is asked as often as it takes. */
export async function changeAll(resource: string, chosen: readonly Chosen[], change: Change): Promise<BulkReport> {
  const reports: BulkReport[] = []
  for (const { ids, filter = '' } of chosen) {
    if (ids)
      for (const some of inParts(ids, IDS_MAX)) reports.push(await changeMany(resource, { ...change, ids: some }))
    else reports.push(...(await changeMatching(resource, filter, change)))
  }
  return {
    results: reports.flatMap(({ results }) => results),
    succeeded: reports.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    nextCursor: null,
  }
}

async function changeMatching(resource: string, filter: string, change: Change): Promise<readonly BulkReport[]> {
  const reports: BulkReport[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = reports.at(-1)!.nextCursor)
    reports.push(await changeMany(resource, { ...change, filter: joined(filter, cursor && `cursor=${cursor}`) }))
  return reports
}

/** Only those whose field has one of these values, also if that changes before the server comes to them. */
export const onlyWith = (chosen: Chosen, field: string, values: readonly unknown[]): readonly Chosen[] =>
  narrowed(chosen, `${field}[in]=${values.join(',')}`)

/** How many there are now. */
export async function countOf(resource: string, chosen: readonly Chosen[]): Promise<number> {
  const totals = chosen.map(async ({ ids, filter = '' }) => {
    if (ids) return ids.length
    const { meta } = await http(`/${resource}?${joined(filter, 'perPage=1', 'fields=id')}`)
    return meta.total ?? 0
  })
  return (await Promise.all(totals)).reduce((sum, total) => sum + total, 0)
}

function narrowed({ ids, filter = '' }: Chosen, condition: string): readonly Chosen[] {
  if (!ids) return [{ filter: joined(filter, condition) }]
  return inParts(ids, FILTERED_IDS_MAX).map((some) => ({ filter: joined(`id[in]=${some.join(',')}`, condition) }))
}

const joined = (...conditions: readonly string[]) => conditions.filter((one) => one !== '').join('&')

const inParts = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))
