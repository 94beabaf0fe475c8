import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, kontorFor } from '../support/kontor.ts'
import { createItem, customerBody, itemBody, read } from '../support/records.ts'

const DAY_MS = 86_400_000

onEveryDatabase('Times are those of the server when it writes', (kind) => {
  const kontor = kontorFor(kind)

  test('a record created after the clock has moved carries that time, and so does a change', async () => {
    const old = await createItem(kontor())
    const ahead = 400 * DAY_MS
    kontor().advance(ahead)
    const { token } = (await kontor().login(ADMIN.email, ADMIN.password)).body.data
    const earliest = new Date(Date.now() + ahead).toISOString()
    const created = (await kontor().post('/customers', customerBody(), { token })).body.data
    const changed = (await kontor().put(`/items/${old.id}`, { itemName: 'Hammer' }, { token })).body.data
    const latest = new Date(Date.now() + ahead).toISOString()

    const isNow = (instant: string) => instant >= earliest && instant <= latest
    assert.ok(isNow(created.createdAt))
    assert.equal(created.updatedAt, created.createdAt)
    assert.ok(isNow(changed.updatedAt))
    assert.equal(changed.createdAt, old.createdAt)
  })
})

onEveryDatabase('Times in lists', (kind) => {
  const kontor = kontorFor(kind)

  test('records list in the order in which they were created, the newest first', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      ids.unshift((await createItem(kontor(), itemBody())).id)
      kontor().advance(1)
    }
    const { body } = await kontor().get('/items')
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      ids,
    )
    const [newest] = body.data
    assert.deepEqual(await read(kontor(), `/items/${newest.id}`), newest)
  })
})
