import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Violation } from '../framework/summary.ts'
import type { Change } from '../history/check.ts'
import { checkImport, type EndedImport, tableOf } from './check-imports.ts'
import { eventsIn, type ToldEvent } from './events.ts'
import { checkFollowed } from './follower.ts'
import { checkMail, type QueuedMessage } from './mail.ts'
import { checkReceived } from './receiver.ts'

const change = (entry: string, more: Partial<Change>): Change => ({
  attempt: null,
  action: 'create',
  id: 'itm_1',
  version: 1,
  entry: `aud_${entry}`,
  resource: 'items',
  ...more,
})

const changes = [
  change('1', {}),
  change('2', { action: 'update', version: 2 }),
  change('3', { action: 'update', resource: 'sales-orders', id: 'so_1', version: 2, status: 'submitted' }),
]
const told = [...eventsIn(changes).values()]
const other: ToldEvent = { id: 'evt_9', type: 'items.created', recordId: 'itm_9', version: 1 }

function assertFinds(found: readonly Violation[], ...texts: readonly RegExp[]): void {
  assert.equal(found.length, texts.length, JSON.stringify(found))
  for (const [index, text] of texts.entries()) assert.match(found[index]!.text, text)
}

describe('The check of the change feed', () => {
  test('accepts each change once, with a second event for a status that was reached', () => {
    assert.deepEqual(
      told.map(({ id, type }) => `${id} ${type}`),
      [
        'evt_1 items.created',
        'evt_2 items.updated',
        'evt_3 sales-orders.updated',
        'evt_3-submitted sales-orders.submitted',
      ],
    )
    assertFinds(checkFollowed(told, changes))
  })

  test('finds an event that was left out, told twice, or is not in the audit log', () => {
    assertFinds(checkFollowed(told.slice(0, 3), changes), /^evt_3-submitted.* was not told$/)
    assertFinds(checkFollowed([told[0]!, ...told], changes), /^evt_1.* was told twice$/)
    assertFinds(checkFollowed([...told, other], changes), /^evt_9.*: the audit log does not have it$/)
  })

  test('finds an event with another version, and versions in the wrong order', () => {
    const wrong = { ...told[3]!, version: 7 }
    assertFinds(checkFollowed([...told.slice(0, 3), wrong], changes), /version 7: the audit log has .* version 2$/)
    assertFinds(checkFollowed([told[1]!, told[0]!, ...told.slice(2)], changes), /^evt_1.* was told after version 2$/)
  })
})

describe('The check of webhooks', () => {
  const byId = (events: readonly ToldEvent[]) => new Map(events.map((event) => [event.id, event]))
  const subscribed = told.filter(({ type }) => type !== 'sales-orders.updated')
  const none = new Set<string>()

  test('accepts what the webhook has ordered, and what is still to be sent', () => {
    assertFinds(checkReceived(byId(subscribed), none, changes))
    assertFinds(checkReceived(byId(subscribed.slice(1)), new Set(['evt_1']), changes))
  })

  test('finds an event that was neither accepted nor is to be sent, and one that is not in the audit log', () => {
    assertFinds(checkReceived(byId(subscribed.slice(1)), none, changes), /^evt_1.* was not sent, and will not be$/)
    assertFinds(checkReceived(byId([...subscribed, other]), none, changes), /^evt_9.* does not have it$/)
  })
})

describe('The check of an import', () => {
  const label = 'A'
  const [, ...rows] = tableOf(label, 'ITEM').split('\n')
  const [valid, invalid] = [0, 1].map((odd) => rows.filter((_, index) => index % 2 === odd)) as [string[], string[]]
  const notes = valid.map((row) => row.split(',')[3]!)
  const errors = invalid.map((row, index) => ({ row: 2 * index + 3, message: `no "${row.split(',')[1]}" in items` }))
  const counts = { processed: rows.length, created: valid.length, failed: invalid.length }
  const job: EndedImport = { id: 'imp_1', status: 'completed', ...counts, problem: null, errors }

  test('accepts one that has brought in the valid rows, also up to where it was cancelled', () => {
    assertFinds(checkImport(label, job, notes))
    const part = { status: 'cancelled', processed: 5, created: 3, failed: 2, errors: errors.slice(0, 2) }
    assertFinds(checkImport(label, { ...job, ...part }, notes.slice(0, 3)))
  })

  test('finds a valid row that is missing, there twice or refused', () => {
    assertFinds(checkImport(label, job, notes.slice(1)), /row 1 was created 0 times$/)
    assertFinds(checkImport(label, job, [...notes, notes[0]!]), /row 1 was created 2 times$/)
    const refused = { created: valid.length - 1, failed: invalid.length + 1 }
    assertFinds(
      checkImport(label, { ...job, ...refused, errors: [...errors, { ...errors[0]!, row: 2 }] }, notes.slice(1)),
      /row 1 was created 0 times$/,
      /counts 94 rows of 95 as created$/,
      /counts 96 rows of 95 as refused$/,
      /row 1 is refused, though it is valid$/,
    )
  })

  test('finds an invalid row that is there, and one with the reason of another row', () => {
    assertFinds(checkImport(label, job, [...notes, 'A.2']), /A\.2 was created, though its row was not brought in$/)
    const swapped = [{ ...errors[1]!, row: errors[0]!.row }, ...errors.slice(1)]
    assertFinds(checkImport(label, { ...job, errors: swapped }, notes), /row 2 is refused for .*none-A\.4/)
  })

  test('finds a run that failed, unless its credential has expired', () => {
    const failed = { ...job, status: 'failed', problem: 'Something went wrong on our side.' }
    assertFinds(checkImport(label, failed, notes), /is failed after 190 rows: Something went wrong/)
    const problem =
      'The API key that started this import was revoked or has expired, or its user may no longer sign in.'
    assertFinds(checkImport(label, { ...failed, problem }, notes))
  })
})

describe('The check of mail', () => {
  const to = 'a@drill.example'
  const sent: QueuedMessage = {
    to,
    messageId: '<1@drill>',
    status: 'sent',
    attempts: 1,
    nextAttemptAt: null,
    reason: null,
  }
  const received = (at: number, messageId = sent.messageId) => ({ to, messageId, at })

  test('accepts a message that arrived, waits, or arrived twice because of a fault', () => {
    assertFinds(checkMail([to], [sent], [received(10)], []))
    assertFinds(checkMail([to], [{ ...sent, status: 'queued' }], [], []))
    assertFinds(checkMail([to], [sent], [received(10), received(90_000)], [20]))
  })

  test('finds a message that is missing, did not arrive, has failed, or was never queued', () => {
    assertFinds(checkMail([to], [], [], []), /no message to a@drill\.example, who was invited$/)
    assertFinds(checkMail([to], [sent], [], []), /is sent, but did not arrive$/)
    assertFinds(checkMail([to], [{ ...sent, status: 'failed', reason: 'No' }], [], []), /has failed: No$/)
    assertFinds(checkMail([], [], [received(10)], []), /got a message that is not stored$/)
  })

  test('finds a message that arrived twice without a fault between', () => {
    assertFinds(
      checkMail([to], [sent], [received(10_000), received(20_000)], [1, 30_000]),
      /got a message twice without a fault$/,
    )
  })
})
