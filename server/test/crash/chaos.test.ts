import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { cause, type Journal, note, openJournal } from '../support/load.ts'
import { type Arena, assertVerified, CLIENTS, openArena, untilDone } from '../support/race.ts'

const KILLS = 5
const ANSWERS_PER_KILL = 120

// biome-ignore lint/suspicious/noExplicitAny: records of every shape.
type AnyRecord = any

onEveryDatabase('kill -9 while everything happens at once', (kind) => {
  test(`loses and doubles no document, ${KILLS} times over, and stays consistent`, async () => {
    const arena = await openArena(kind)
    try {
      const journal = await openJournal(arena)
      for (let kill = 0; kill < KILLS; kill++) {
        await causeUntilKilled(arena, journal, `kill-${kill}`)
        await arena.start()
        await settleUnknown(arena, journal)
      }
      await assertAllThere(arena, journal)
      await assertVerified(arena)
    } finally {
      await arena.close()
    }
  })
})

async function causeUntilKilled(arena: Arena, journal: Journal, name: string): Promise<void> {
  const target = journal.answers + ANSWERS_PER_KILL
  let killed: Promise<void> | undefined
  const isOver = () => {
    if (journal.answers >= target) killed ??= arena.kill()
    return killed !== undefined
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => cause(arena, journal, client, { name, isOver })))
  await killed
}

/** Whatever became of a request without an answer, with its key it happens once, or is refused once and for all. */
async function settleUnknown(arena: Arena, journal: Journal): Promise<void> {
  await Promise.all(
    journal.unknown.splice(0).map(async (request, client) => {
      note(journal, request, await untilDone(() => arena.send(client, request)))
    }),
  )
}

/** What of a document never changes, whatever is done with it. */
const lasting: Readonly<Record<string, (record: AnyRecord) => unknown>> = {
  '/sales-orders': ({ orderNumber, customer, items }) => [orderNumber, customer, linesOf(items)],
  '/invoices': ({ customer, total, items }) => [customer, total, linesOf(items)],
  '/payments': ({ invoice, customer, amount }) => [invoice, customer, amount],
  '/deliveries': ({ salesOrder, customer, items }) => [salesOrder, customer, linesOf(items)],
  '/stock-movements': ({ item, quantity, balance }) => [item, quantity, balance],
}

const linesOf = (lines: readonly AnyRecord[]) => lines.map(({ id, item, itemCode }) => [id, item, itemCode])

/** Everything that was acknowledged is there, with all its lines, and nothing else is. */
async function assertAllThere(arena: Arena, { records }: Journal): Promise<void> {
  for (const [path, known] of records) {
    const found = await everythingAt(arena, path)
    const essence = (some: readonly AnyRecord[]) =>
      new Map(some.map((record) => [record.id, lasting[path]!(record)] as const).toSorted())
    // Movements of deliveries are not created by clients.
    assert.deepEqual(essence(found.filter(({ delivery }) => !delivery)), essence([...known.values()]), path)
    for (const { id, invoiceNumber } of found) {
      const before = known.get(id)?.invoiceNumber
      if (before) assert.equal(invoiceNumber, before)
    }
  }
}

async function everythingAt(arena: Arena, path: string): Promise<AnyRecord[]> {
  const found: AnyRecord[] = []
  for (let cursor = ''; ; ) {
    const { body } = await arena.send(0, { method: 'GET', path: `${path}?perPage=100${cursor}` })
    found.push(...body.data)
    if (body.meta.nextCursor === null) return found
    cursor = `&cursor=${encodeURIComponent(body.meta.nextCursor)}`
  }
}
