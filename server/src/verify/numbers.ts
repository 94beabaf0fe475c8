import type { DocumentNumber } from '../model/document.ts'
import { type AnyDocument, type DocumentResource, isIssued, stageOf } from '../resources/documents/document-type.ts'
import { numberJumps } from '../resources/settings/numbering/number-jumps.resource.ts'
import type { Check, Protocol } from './check.ts'
import { NumberSet } from './number-set.ts'
import type { Snapshot } from './snapshot.ts'

interface Series {
  readonly name: string
  /** How its numbers are written; the group is the number. */
  readonly written: RegExp
  readonly last: number
  readonly seen: NumberSet
  /** Numbers that were left out on purpose, in ascending order: from the first to the one after the last. */
  readonly jumps: readonly Jump[]
}

interface Jump {
  readonly from: number
  readonly to: number
}

export const numbers: Check = {
  name: 'numbers',
  promise: 'No document number is given twice, and those without gaps have only gaps that were ordered.',
  async run(snapshot, protocol) {
    const jumps = await jumpsIn(snapshot)
    for (const resource of snapshot.documents) {
      const { number } = resource.document
      if (!number) continue
      const all = await seriesFor(snapshot, resource.name, jumps)
      for await (const page of snapshot.pages(resource)) {
        protocol.looked(page.length)
        for (const document of page) checkNumber(all, resource, number, document as AnyDocument, protocol)
      }
      if (number.isGapless) for (const series of all) refuseGaps(series, protocol)
    }
  },
}

function checkNumber(
  all: readonly Series[],
  resource: DocumentResource,
  { field, isTakenLate }: DocumentNumber,
  document: AnyDocument,
  protocol: Protocol,
): void {
  const { id, status, [field]: number } = document
  if (number !== null) enter(all, protocol, id, number as string)
  if (!isTakenLate && number === null) protocol.fault(id, 'It has no number.')
  if (!isTakenLate) return
  if (stageOf(resource, status) === 'draft' && number !== null) protocol.fault(id, 'It is a draft and has a number.')
  if (isIssued(resource, status) && number === null) protocol.fault(id, 'It is issued and has no number.')
}

/** The counters of one kind of document, each named by the kind and by the pattern that it fills. */
async function seriesFor(
  { engine, connection }: Snapshot,
  kind: string,
  jumps: ReadonlyMap<string, readonly Jump[]>,
): Promise<Series[]> {
  const rows = await connection.query(engine.builder.selectFrom('series').select(['name', 'last']).compile())
  return rows
    .map(([name, last]) => ({ name: name as string, last: Number(last) }))
    .filter(({ name }) => name.startsWith(`${kind} `))
    .map(({ name, last }) => {
      const written = patternOf(name.slice(kind.length + 1))
      return { name, last, written, seen: new NumberSet(), jumps: jumps.get(name) ?? [] }
    })
}

async function jumpsIn({ pages }: Snapshot): Promise<ReadonlyMap<string, Jump[]>> {
  const all: (Jump & { readonly series: string })[] = []
  for await (const page of pages(numberJumps)) all.push(...page)
  return Map.groupBy(
    all.sort((a, b) => a.from - b.from),
    ({ series }) => series,
  )
}

const isSkipped = ({ jumps }: Series, number: number) => jumps.some(({ from, to }) => from <= number && number < to)

const patternOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .split('{number}')
      .map((text) => RegExp.escape(text))
      .join('(\\d+)')}$`,
  )

/** Most documents may be deleted with their numbers, so only what is there is looked at. */
function enter(all: readonly Series[], protocol: Protocol, id: string, text: string): void {
  for (const series of all) {
    const { written, last, seen } = series
    const number = Number(written.exec(text)?.[1] ?? 0)
    if (number < 1 || number > last || isSkipped(series, number)) continue
    if (!seen.add(number)) protocol.fault(id, `The number ${text} was given before.`)
    return
  }
  protocol.fault(id, `The number ${text} was not given by any series.`)
}

function refuseGaps({ name, last, seen, jumps }: Series, protocol: Protocol): void {
  const given = jumps.reduce((rest, { from, to }) => rest - (to - from), last)
  if (seen.size === given) return
  const what = `${given - seen.size} of ${given} numbers are not there, the first of them ${seen.firstMissing(jumps)}.`
  protocol.fault(name, what)
}
