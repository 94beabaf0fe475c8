import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import type { Query } from '../../src/db/engine.ts'
import { rebuildIndex } from '../../src/db/search/rebuild.ts'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor, openKontor } from '../support/kontor.ts'
import { createCustomer, createItem, rowsIn } from '../support/records.ts'
import { sameDatabase } from '../support/same-database.ts'
import { createOrder, createService, invoice, submit } from '../support/trade.ts'
import { codesFor, namesFor } from './searching.ts'

const VERSION_ROW = 'search index version'

/** Behind the back of the service. */
const run = ({ engine }: Kontor, statement: { compile(): Query }) =>
  engine.write((connection) => connection.query(statement.compile()))

/** As a database was before there was an index. */
async function forget(kontor: Kontor): Promise<void> {
  const { builder } = kontor.engine
  await run(kontor, builder.deleteFrom('postings'))
  await run(kontor, builder.deleteFrom('terms'))
  await run(kontor, builder.deleteFrom('series').where('name', 'like', 'search %'))
}

async function verdictOn({ engine }: Kontor) {
  const { violations, findings } = (await verify(engine)).find(({ name }) => name === 'search')!
  return { violations, ids: findings.map(({ id }) => id) }
}
const RIGHT = { violations: 0, ids: [] }

async function fill(kontor: Kontor): Promise<{ removed: string }> {
  for (let index = 0; index < 30; index++)
    await createItem(kontor, { itemCode: `OLD-${1000 + index}`, itemName: `Relic ${index}` })
  const customer = await createCustomer(kontor, { name: 'Antiquariat', email: 'old@books.example' })
  const order = await submit(kontor, await createOrder(kontor, [await createService(kontor)], { customer }))
  const { id, invoiceNumber } = await invoice(kontor, order)
  assert.equal((await kontor.delete(`/invoices/${id}`)).status, 204)
  return { removed: invoiceNumber }
}

onEveryDatabase('A database from before the index', (kind) => {
  const again = sameDatabase(kind)

  test('is indexed at the next start, and what was removed stays unfound', async () => {
    const first = await openKontor(again)
    const { removed } = await fill(first)
    const [postings, terms] = [await rowsIn(first, 'postings'), await rowsIn(first, 'terms')]
    await forget(first)
    assert.deepEqual(await namesFor(first, 'antiquariat'), [])
    await first.close()

    const second = await openKontor(again)
    assert.deepEqual((await codesFor(second, 'old-1007'))[0], 'OLD-1007')
    assert.deepEqual(await namesFor(second, 'antiquarait', { types: 'customers' }), ['Antiquariat'])
    assert.deepEqual(await codesFor(second, removed, { types: 'invoices' }), [])
    assert.equal(await rowsIn(second, 'postings'), postings)
    assert.ok((await rowsIn(second, 'terms')) <= terms)
    assert.deepEqual(await verdictOn(second), RIGHT)
    await second.close()
  })
})

onEveryDatabase('Building the index', (kind) => {
  const kontor = kontorFor(kind)
  before(() => fill(kontor()))
  const rebuild = () => rebuildIndex(kontor().engine, everyResource())
  const unmark = () => run(kontor(), kontor().engine.builder.deleteFrom('series').where('name', '=', VERSION_ROW))

  test('may be interrupted and begun again, and done by two at once', async () => {
    const { builder } = kontor().engine
    await run(kontor(), builder.deleteFrom('postings').where('term', '<', 'relic'))
    await unmark()
    assert.ok((await verdictOn(kontor())).violations > 0)
    await Promise.all([rebuild(), rebuild()])
    assert.deepEqual(await verdictOn(kontor()), RIGHT)
    await unmark()
    await rebuild()
    assert.deepEqual(await verdictOn(kontor()), RIGHT)
  })

  test('clears away what an earlier form of it has left', async () => {
    const { builder } = kontor().engine
    const [record] = (await kontor().get('/items?perPage=1')).body.data
    await run(kontor(), builder.insertInto('postings').values({ kind: 'items', term: 'obsolete', record: record.id }))
    await run(kontor(), builder.updateTable('series').set({ last: 99 }).where('name', '=', VERSION_ROW))
    await rebuild()
    assert.deepEqual(await verdictOn(kontor()), RIGHT)
  })

  test('goes on while others write', async () => {
    await unmark()
    await Promise.all([
      rebuild(),
      ...Array.from({ length: 20 }, (_, index) => createItem(kontor(), { itemName: `Latecomer ${index}` })),
      ...Array.from({ length: 10 }, async (_, index) => {
        const [item] = (await kontor().get(`/items?itemCode=OLD-${1000 + index}`)).body.data
        await kontor().put(`/items/${item.id}`, { itemName: `Restored ${index}` })
      }),
    ])
    assert.deepEqual(await verdictOn(kontor()), RIGHT)
    assert.equal((await namesFor(kontor(), 'restored', { limit: 100 })).length, 10)
  })

  test('takes long names by the hundred', async () => {
    const words = (index: number) => Array.from({ length: 25 }, (_, word) => `w${index}x${word}`).join(' ')
    for (let index = 0; index < 520; index += 52)
      await Promise.all(
        Array.from({ length: 52 }, (_, offset) => createItem(kontor(), { itemName: words(index + offset) })),
      )
    await forget(kontor())
    await rebuild()
    assert.deepEqual(await verdictOn(kontor()), RIGHT)
  })

  test('is found wrong by verify if a word is missing or one too many', async () => {
    const { builder } = kontor().engine
    const { id } = await createItem(kontor(), { itemName: 'Witness' })
    const posting = { kind: 'items', term: 'witness', record: id }
    await run(kontor(), builder.deleteFrom('postings').where('term', '=', 'witness').where('record', '=', id))
    const missing = await verdictOn(kontor())
    assert.ok(missing.ids.includes(id), JSON.stringify(missing))
    await run(kontor(), builder.insertInto('postings').values(posting))
    assert.deepEqual(await verdictOn(kontor()), RIGHT)
    const signed = (signature: number) =>
      run(kontor(), builder.updateTable('postings').set({ signature }).where('record', '=', id))
    await signed(0)
    assert.ok((await verdictOn(kontor())).ids.includes(id), 'a signature without the other words of the record')
    await signed(-1)
    assert.deepEqual(await verdictOn(kontor()), RIGHT)
    await run(kontor(), builder.insertInto('postings').values({ ...posting, term: 'bystander' }))
    assert.deepEqual((await verdictOn(kontor())).ids, ['items'])
    await run(kontor(), builder.deleteFrom('postings').where('term', '=', 'bystander'))
    await run(kontor(), builder.deleteFrom('terms').where('term', '=', 'witness'))
    assert.ok((await verdictOn(kontor())).ids.includes(id), 'a word that the dictionary lacks')
    await run(kontor(), builder.insertInto('terms').values({ term: 'witness', sequence: 1_000_000 }))
    assert.deepEqual(await verdictOn(kontor()), RIGHT)
  })
})
