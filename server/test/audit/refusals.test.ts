import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAuditKeys } from '../../src/app/secrets/secrets.ts'
import { readConfig } from '../../src/config/config.ts'
import { verify } from '../../src/verify/verify.ts'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Kontor, kontorFor, openKontor } from '../support/kontor.ts'
import { addRole, addUser, callFrom, type Person, signedIn } from '../support/people.ts'
import { assertRefused, createItem, itemBody, times } from '../support/records.ts'

const SECOND = 1000

/** What the log says: how often, and about which record. */
const countsOf = async (kontor: Kontor, { id }: Pick<Person, 'id'>) =>
  (await auditLog(kontor, `actor=${id}&action=refused`)).map(({ changes, recordId, operation }) => [
    operation,
    changes.count?.[1] ?? 1,
    recordId,
  ])

onEveryDatabase('Repeated refusals', (kind) => {
  const kontor = kontorFor(kind)
  const refuse = async ({ token }: Person, path = '/items') =>
    assertRefused(await kontor().post(path, itemBody(), { token }), 403, 'FORBIDDEN')

  test('have one entry at once, and then one for each minute, with their number', async () => {
    const viewer = await signedIn(kontor(), 'viewer')
    await times(20, () => refuse(viewer))
    assert.deepEqual(await countsOf(kontor(), viewer), [['items.create', 1, null]])
    kontor().advance(61 * SECOND)
    await refuse(viewer)
    assert.deepEqual(await countsOf(kontor(), viewer), [
      ['items.create', 1, null],
      ['items.create', 20, null],
    ])
    await times(5, () => refuse(viewer))
    kontor().advance(61 * SECOND)
    await refuse(viewer)
    assert.deepEqual(
      (await countsOf(kontor(), viewer)).map(([, count]) => count),
      [1, 20, 6],
    )
  })

  test('are counted for each user, credential, action and reason', async () => {
    const [anna, ben] = [await signedIn(kontor(), 'viewer'), await signedIn(kontor(), 'viewer')]
    const key = await createKey(kontor(), { scopes: ['read'], owner: anna.id })
    for (const person of [anna, ben, anna]) {
      await refuse(person)
      await refuse(person, '/customers')
    }
    await times(3, () => kontor().post('/items', itemBody(), withKey(key)))
    assert.deepEqual(
      (await countsOf(kontor(), anna)).map(([operation]) => operation),
      ['items.create', 'customers.create', 'items.create'],
    )
    assert.equal((await countsOf(kontor(), ben)).length, 2)
  })

  test('name the record if it is the same one each time', async () => {
    const role = await addRole(kontor().engine, { items: { can: ['read'] } })
    const [one, two] = [await signedIn(kontor(), role), await signedIn(kontor(), role)]
    const { id } = await createItem(kontor())
    for (const path of [id, id, id]) await kontor().delete(`/items/${path}`, one)
    for (const path of [id, id, 'itm_other']) await kontor().delete(`/items/${path}`, two)
    kontor().advance(61 * SECOND)
    for (const person of [one, two]) await kontor().delete(`/items/${id}`, person)
    assert.deepEqual((await countsOf(kontor(), one)).at(-1), ['items.delete', 3, id])
    assert.deepEqual((await countsOf(kontor(), two)).at(-1), ['items.delete', 3, null])
  })
})

onEveryDatabase('Failed sign-ins', (kind) => {
  const kontor = kontorFor(kind)
  let lastNetwork = 0
  const fail = async (email: string) => {
    const address = `10.9.${++lastNetwork >> 8}.${lastNetwork & 255}`
    const body = { email, password: 'not this one' }
    assertRefused(
      await callFrom(kontor().app.server, address, 'POST', '/auth/login', { body }),
      401,
      'INVALID_CREDENTIALS',
    )
  }
  const entries = () => auditLog(kontor(), 'action=login-failed')

  test('with one address have one entry at once, and then one for each minute, with their number', async () => {
    const { id, email } = await addUser(kontor().engine, 'viewer')
    for (const typed of [email, email.toUpperCase(), ` ${email}`, email]) await fail(typed)
    kontor().advance(61 * SECOND)
    await fail(email)
    const told = (await entries()).map(({ recordId, changes }) => [recordId, changes.count?.[1] ?? 1])
    assert.deepEqual(told, [
      [id, 1],
      [id, 4],
    ])
  })

  test('with any number of addresses have few entries', async () => {
    kontor().advance(120 * SECOND)
    const before = (await entries()).length
    for (let count = 0; count < 60; count++) await fail(`unknown.${count}@people.example`)
    const added = (await entries()).length - before
    assert.ok(added > 1 && added <= 31, `${added} entries`)
  })
})

onEveryDatabase('Counted refusals', (kind) => {
  test('are written when the server stops, and the seals of the log are right', async () => {
    const kontor = await openKontor(kind)
    const viewer = await signedIn(kontor, 'viewer')
    await times(7, () => kontor.post('/items', itemBody(), { token: viewer.token }))
    await kontor.app.server.close()
    const key = await openAuditKeys(readConfig(kontor.database.environment), kontor.engine)
    const sql = `select "diff" from "audit-log" where "action" = 'refused' order by "id"`
    const rows = await kontor.engine.reader.query({ sql, parameters: [] })
    const counts = rows.map(([diff]) => (typeof diff === 'string' ? JSON.parse(diff) : diff).count?.[1] ?? 1)
    assert.deepEqual(counts, [1, 6])
    const seals = (await verify(kontor.engine, {}, key)).find(({ name }) => name === 'audit log')!
    assert.equal(seals.violations, 0)
    await kontor.close()
  })
})
