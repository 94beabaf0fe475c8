import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

onEveryDatabase('Keys that expire within 14 days', (kind) => {
  const kontor = kontorFor(kind)
  const namesFor = async (options: object = {}) => {
    const { body } = await kontor().get('/auth/me', options)
    return body.data.expiringKeys.map(({ name }: { name: string }) => name).sort()
  }

  test('are told to their owner, and all of them to users who may read keys', async () => {
    const owner = await signedIn(kontor(), 'sales')
    const other = await signedIn(kontor(), 'sales')
    await createKey(kontor(), { name: 'Soon', owner: owner.id, expiresAt: inDays(13) })
    await createKey(kontor(), { name: 'Later', owner: owner.id, expiresAt: inDays(15) })
    const mine = await createKey(kontor(), { name: 'Mine', expiresAt: inDays(2) })
    assert.deepEqual(await namesFor({ token: owner.token }), ['Soon'])
    assert.deepEqual(await namesFor({ token: other.token }), [])
    assert.deepEqual(await namesFor(), ['Mine', 'Soon'])
    assert.deepEqual(await namesFor(withKey(mine)), [], 'a program cannot replace its key')
  })

  test('are told no longer once they are replaced', async () => {
    const user = await signedIn(kontor(), 'sales')
    const { id } = await createKey(kontor(), { name: 'Replaced', owner: user.id, expiresAt: inDays(3) })
    const rotated = await kontor().post(`/api-keys/${id}/rotate`, { overlapHours: 24 })
    assert.equal(rotated.status, 201, rotated.text)
    const { body } = await kontor().get('/auth/me', { token: user.token })
    const told = body.data.expiringKeys.map((key: { id: string }) => key.id)
    assert.deepEqual(told, [rotated.body.data.id], 'the new one has the same short lifetime')
  })
})
