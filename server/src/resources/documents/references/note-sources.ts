import type { Context } from '../../../core/action.ts'
import { amendRecord } from '../../../core/changes.ts'
import type { Change } from '../../../core/rules.ts'
import type { Progress } from '../../../model/document.ts'
import { type LineAmounts, sumOf } from '../../../model/money.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import { changeStock } from '../document-stock.ts'
import { type AnyDocument, type DocumentResource, stageOf } from '../document-type.ts'
import { rulesOf } from '../rules-of.ts'
import { type Origin, originsOf } from './origins.ts'
import { shareOf, shareTotal } from './shares.ts'

/** What a document takes of a line. */
interface Taken extends LineAmounts {
  readonly quantity: number
}

/** What a change takes more of an original, or gives back: of its lines by their id, and of its total by issued documents. */
interface Taking {
  readonly lines: ReadonlyMap<string, Taken>
  readonly issued: number
}

/** Keeps in the originals of a document what it takes of them. One that is called off takes nothing; a draft does. */
export async function noteSources(ctx: Context, resource: DocumentResource, change: Change): Promise<void> {
  for (const origin of originsOf(resource.document)) {
    const [before, after] = [change.before, change.after] as (AnyDocument | undefined)[]
    const { field } = origin.source
    const ids = new Set([before?.[field], after?.[field]].filter((id) => typeof id === 'string'))
    for (const id of ids) {
      const ofId = (document: AnyDocument | undefined) => (document?.[field] === id ? document : undefined)
      const taking = difference(origin, resource, ofId(before), ofId(after))
      if (taking.lines.size > 0 || taking.issued !== 0) await noteTaken(ctx, origin, id, taking)
    }
  }
}

function difference(
  { source, progress }: Origin,
  resource: DocumentResource,
  before: AnyDocument | undefined,
  after: AnyDocument | undefined,
): Taking {
  const lines = new Map<string, Taken>()
  let issued = 0
  for (const [document, sign] of [[before, -1] as const, [after, 1] as const]) {
    if (!document) continue
    const stage = stageOf(resource, document.status)
    if (stage === 'stopped') continue
    const rows = document.items as readonly AnyRecord[]
    for (const row of rows) {
      const line = row[source.line] as string | null
      if (line === null) continue
      const taken = { quantity: row.quantity as number, ...shareOf(source, row) }
      lines.set(line, plus(lines.get(line), taken, sign))
    }
    if (progress.issued && stage !== 'draft') issued = sumOf([issued, sign * shareTotal(source, rows)])
  }
  for (const [line, taken] of lines) if (Object.values(taken).every((value) => value === 0)) lines.delete(line)
  return { lines, issued }
}

function plus(sum: Taken | undefined, taken: Taken, sign: 1 | -1): Taken {
  const added = Object.entries(taken).map(([name, value]) => [
    name,
    sumOf([sum?.[name as keyof Taken] ?? 0, sign * value]),
  ])
  return Object.fromEntries(added) as unknown as Taken
}

async function noteTaken(ctx: Context, { resource, progress }: Origin, id: string, taking: Taking): Promise<void> {
  const before = (await ctx.records.lock(resource, id)) as AnyDocument
  const items = (before.items as AnyRecord[]).map((row) => withTaken(progress, row, taking.lines.get(row.id as string)))
  // Stock that went out need not be reserved any more.
  await changeStock(ctx, resource, { before, after: { ...before, items } })
  const { issued } = progress
  const total = issued && { [issued]: sumOf([before[issued] as number, taking.issued]) }
  await amendRecord(ctx, resource, rulesOf(resource), before as never, { items, ...total } as never)
}

function withTaken({ line, amounts }: Progress, row: AnyRecord, taken: Taken | undefined): AnyRecord {
  if (!taken) return row
  const added = Object.entries(amounts ?? {}).map(([name, field]: [string, string]) => [
    field,
    sumOf([row[field] as number, taken[name as keyof LineAmounts]]),
  ])
  return { ...row, [line]: sumOf([row[line] as number, taken.quantity]), ...Object.fromEntries(added) }
}
