import type { AmountFields, Progress } from '../model/document.ts'
import { billedByRate, type LineAmounts, sumOf, sumsOfParts, type Taxation } from '../model/money.ts'
import type { AnyRecord } from '../model/resource.ts'
import { type AnyDocument, type DocumentResource, isDocument, stageOf } from '../resources/documents/document-type.ts'
import { type Origin, type Taker, takersOfType } from '../resources/documents/references/origins.ts'
import { progressOf } from '../resources/documents/references/progress.ts'
import { amountsBy, billedLine, shareOf, shareTotal } from '../resources/documents/references/shares.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

export const progressing: Check = {
  name: 'progress',
  promise: 'Documents know what others take of them: never more than there is, and to the cent all of it in the end.',
  async run(snapshot, protocol) {
    for (const { resource } of snapshot.tables)
      if (isDocument(resource) && resource.document.progress) await checkOriginals(snapshot, resource, protocol)
  },
}

async function checkOriginals(
  { pages, reads }: Snapshot,
  resource: DocumentResource,
  protocol: Protocol,
): Promise<void> {
  const takers = takersOfType(resource)
  for await (const page of pages(resource)) {
    const originals = page as readonly AnyDocument[]
    const ids = originals.map(({ id }) => id)
    for (const original of originals) {
      const lines = original.items as readonly AnyRecord[]
      protocol.looked(lines.length)
      for (const [field, state] of Object.entries(progressOf(resource.document, lines)))
        protocol.expect(original.id, field, original[field], state)
    }
    for (const { taker, origin } of takers) {
      const { field } = origin.source
      const related = (await reads.related(taker, field as never, ids)) as readonly AnyDocument[]
      const live = related.filter(({ status }) => stageOf(taker, status) !== 'stopped')
      const byOriginal = Map.groupBy(live, (document) => document[field])
      for (const original of originals)
        checkOne(original, byOriginal.get(original.id) ?? [], { taker, origin }, protocol)
    }
  }
}

function checkOne(
  original: AnyDocument,
  live: readonly AnyDocument[],
  { taker, origin }: Taker,
  protocol: Protocol,
): void {
  const { source, progress } = origin
  const lines = original.items as readonly AnyRecord[]
  const parts = Map.groupBy(
    live.flatMap((document) => document.items as readonly AnyRecord[]),
    (line) => line[source.line],
  )
  for (const line of lines)
    checkLine(original as AnyDocument & Taxation, line, parts.get(line.id) ?? [], origin, protocol)
  if (original.taxRounding === 'rate') checkTaxes(original, progress, protocol)
  const known = new Set([...lines.map(({ id }) => id), ...(source.isLoose ? [null] : [])])
  for (const { id, items } of live)
    if ((items as readonly AnyRecord[]).some((line) => !known.has(line[source.line])))
      protocol.fault(id, `It has a line that ${original.id} does not have.`)
  if (!progress.issued) return
  const issued = live.filter(({ status }) => stageOf(taker, status) !== 'draft')
  const total = sumOf(issued.map((document) => shareTotal(source, document.items as readonly AnyRecord[])))
  protocol.expect(original.id, progress.issued, original[progress.issued] as number, total)
}

/** Drafts count too: what they hold cannot be taken again. */
function checkLine(
  original: AnyDocument & Taxation,
  line: AnyRecord,
  parts: readonly AnyRecord[],
  { source, progress }: Origin,
  protocol: Protocol,
): void {
  const id = `${original.id}, line ${line.id}`
  const { line: name, amounts } = progress
  const [taken, quantity] = [line[name], line.quantity] as [number, number]
  protocol.expect(id, name, taken, sumOf(parts.map((part) => part.quantity as number)))
  if (!source.isLoose) protocol.atMost(id, name, taken, quantity)
  const shares = parts.map((part) => shareOf(source, part))
  if (!amounts) return
  for (const [of, field] of Object.entries(amounts) as [keyof AmountFields, string][])
    protocol.expect(id, `what is taken of ${of}`, line[field] as number, sumOf(shares.map((share) => share[of])))
  const whole = sumsOfParts(line as AnyRecord & LineAmounts, original)
  for (const [of, kept] of Object.entries(
    sumsOfParts(
      amountsBy((of) => line[amounts[of]]),
      original,
    ),
  )) {
    protocol.atMost(id, `what is taken of ${of}`, kept, whole[of]!)
    if (taken === quantity) protocol.expect(id, `what is taken of ${of}, with nothing left,`, kept, whole[of]!)
  }
}

/** Where tax is rounded for each rate, the parts of it add up for each rate. */
function checkTaxes({ id, items }: AnyDocument, { line: taken, amounts }: Progress, protocol: Protocol): void {
  if (!amounts) return
  const lines = (items as readonly AnyRecord[]).map((line) => billedLine(line, amounts))
  for (const [rate, { net, wholeNet, tax, whole }] of billedByRate(lines)) {
    protocol.atMost(id, `what is taken of the net amount at ${rate} %`, net, wholeNet)
    const name = `what is taken of the tax at ${rate} %`
    protocol.atMost(id, name, tax, whole)
    const isWhole = lines.every((line) => line.taxRate !== rate || (line as AnyRecord)[taken] === line.quantity)
    if (isWhole) protocol.expect(id, `${name}, with nothing left,`, tax, whole)
  }
}
