import { type BulkReport, type BulkRequest, changeMany } from '../../../api/bulk.ts'
import { http } from '../../../api/http.ts'

/** Some records, or all that a list would show. */
export type Chosen = Pick<BulkRequest, 'ids' | 'filter'>
export type Change = Pick<BulkRequest, 'action' | 'input'>

/** More than these take several requests. */
export const IDS_MAX = 1000
/** A query holds no more of them. */
const FILTERED_IDS_MAX = 100

/** Watches a change of many records, and can stop it between two requests. */
export interface Watch {
  /** `done`: how many records have been processed. */
  onProgress(done: number): void
  isStopped(): boolean
}

/** The server changes a thousand at a time; it is asked as often as it takes. */
export async function changeAll(
  resource: string,
  chosen: readonly Chosen[],
  change: Change,
  watch: Watch,
): Promise<BulkReport> {
  const reports: BulkReport[] = []
  let done = 0
  for await (const report of reportsOf(resource, chosen, change)) {
    reports.push(report)
    done += report.results.length
    watch.onProgress(done)
    if (watch.isStopped()) break
  }
  return {
    results: reports.flatMap(({ results }) => results),
    succeeded: reports.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    nextCursor: null,
  }
}

/** The reports of one request after the other: the next request is sent when the next report is asked for. */
async function* reportsOf(resource: string, chosen: readonly Chosen[], change: Change): AsyncGenerator<BulkReport> {
  for (const { ids, filter = '' } of chosen) {
    if (ids) for (const some of inParts(ids, IDS_MAX)) yield await changeMany(resource, { ...change, ids: some })
    else yield* matchingReports(resource, filter, change)
  }
}

async function* matchingReports(resource: string, filter: string, change: Change): AsyncGenerator<BulkReport> {
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = joined(filter, cursor && `cursor=${cursor}`)
    const report: BulkReport = await changeMany(resource, { ...change, filter: query })
    yield report
    cursor = report.nextCursor
  }
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
