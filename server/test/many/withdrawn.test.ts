import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemAt } from '../../src/demo/sized/items.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { behindTheScenes, signIn } from '../support/people.ts'
import { eventually } from '../support/raw-http.ts'
import { assertRefused, newCode } from '../support/records.ts'
import { ITEM_RIGHTS, itemClerk } from '../support/withdrawals.ts'

const RECORDS = 400

onEveryDatabase('A bulk action', (kind) => {
  const kontor = kontorFor(kind)

  async function addItems(category: string): Promise<void> {
    await behindTheScenes(kontor().engine, async (records) => {
      for (let index = 0; index < RECORDS; index++)
        await records.insert(items, { ...itemAt(index, ''), itemCode: `${category}-${index}`, category, taxRate: 7 })
    })
  }

  const changedIn = async ({ get }: Kontor, category: string): Promise<number> =>
    (await get(`/items?category=${category}&taxRate=19`)).body.meta.total

  const change = (category: string) => ({
    action: 'update',
    filter: `category=${category}`,
    input: { taxRate: 19 },
  })

  test('stops when its API key is revoked half-way, and is answered with 401', async () => {
    const { user } = await itemClerk(kontor())
    const key = await createKey(kontor(), { owner: user.id, scopes: ['read', 'write'] })
    const category = newCode()
    await addItems(category)
    const answer = kontor().post('/items/bulk', change(category), withKey(key))
    await eventually(async () => (await changedIn(kontor(), category)) > 0 || undefined)
    assert.equal((await kontor().delete(`/api-keys/${key.id}`)).status, 204)
    assertRefused(await answer, 401, 'INVALID_API_KEY')
    const changed = await changedIn(kontor(), category)
    assert.ok(changed > 0 && changed < RECORDS, `${changed} records were changed`)
  })

  test('refuses the remaining records when its role loses the right half-way, and says which', async () => {
    const { user, changeRole } = await itemClerk(kontor())
    const { token } = await signIn(kontor(), user.email)
    const category = newCode()
    await addItems(category)
    const answer = kontor().post('/items/bulk', change(category), { token })
    await eventually(async () => (await changedIn(kontor(), category)) > 0 || undefined)
    await changeRole({ can: ITEM_RIGHTS.filter((right) => right !== 'update') })
    const { data } = (await answer).body
    assert.ok(data.succeeded > 0 && data.failed > 0, `${data.succeeded} succeeded, ${data.failed} failed`)
    assert.equal(await changedIn(kontor(), category), data.succeeded)
    const refusal = data.results.find(({ ok }: { ok: boolean }) => !ok)
    assert.equal(refusal.error.code, 'FORBIDDEN')
  })
})
