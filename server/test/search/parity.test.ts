import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { createStore } from '../../src/db/store.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { customers } from '../../src/resources/customers/customers.resource.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { questionsAbout, sampleCustomer, sampleItem } from './sample.ts'
import { hitsByKind } from './searching.ts'

const COUNT = 1200
const CHUNK = 200
const START = Date.UTC(2026, 0, 1)

/** The same records with the same ids, wherever they are kept. */
async function fill({ engine }: Kontor): Promise<void> {
  const store = createStore(engine, everyResource())
  for (let start = 0; start < COUNT; start += CHUNK) {
    const scope = { now: new Date(START + start).toISOString(), userId: null, ownOnly: () => false }
    await store.write(scope, async (records) => {
      for (let index = start; index < start + CHUNK; index++) {
        const id = (prefix: string) => `${prefix}_same${String(index).padStart(6, '0')}`
        await records.insert(items, { ...sampleItem(index), id: id('itm') } as never)
        await records.insert(customers, { ...sampleCustomer(index), id: id('cus') } as AnyRecord as never)
      }
    })
  }
}

describe('On every database', { skip: databaseKinds.length < 2 }, () => {
  const kontors: Kontor[] = []
  before(async () => {
    for (const kind of databaseKinds) kontors.push(await openKontor(kind))
    for (const kontor of kontors) await fill(kontor)
  })
  after(() => Promise.all(kontors.map((kontor) => kontor.close())))

  test('the same records are found, in the same order and with the same scores', async () => {
    const questions = questionsAbout(COUNT)
    assert.ok(questions.length >= 200)
    let found = 0
    for (const question of questions) {
      const [first, ...others] = await Promise.all(kontors.map((kontor) => hitsByKind(kontor, question, { limit: 50 })))
      for (const other of others) assert.deepEqual(other, first, question)
      if (Object.values(first!).flat().length > 0) found++
    }
    assert.ok(found > questions.length * 0.9, `${found} of ${questions.length} questions found something`)
  })

  test('what is meant is found: exact, begun, as a part, and misspelt', async () => {
    const [kontor] = kontors
    for (let index = 3; index < COUNT; index += 151) {
      const { itemCode, itemName } = sampleItem(index)
      const { items: [byCode] = [] } = await hitsByKind(kontor!, itemCode)
      assert.deepEqual([byCode!.code, byCode!.score], [itemCode, 1])
      const { items: byName } = await hitsByKind(kontor!, itemName, { limit: 100 })
      assert.ok(
        byName!.some(({ code, score }) => code === itemCode && score === 1),
        itemName,
      )
    }
  })
})
