import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { sameDatabase } from '../support/same-database.ts'
import { auditVerdict, FIRST, SECOND } from './instances.ts'

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

describe('Two nodes on one database while the secret changes', { skip: !served && 'there is no PostgreSQL' }, () => {
  let code = 0
  const item = (node: Kontor) => node.post('/items', { itemCode: `NODE-${++code}`, itemName: 'Anvil' })
  const refresh = (node: Kontor, refreshToken: string) => node.post('/auth/refresh', { refreshToken }, { token: null })

  test('accept the tokens of each other if the first knew the new secret before', async () => {
    const same = sameDatabase(served!)
    const old = await openKontor(same, { environment: { KONTOR_SECRET: FIRST, KONTOR_SECRET_PREVIOUS: SECOND } })
    const fresh = await openKontor(same, { environment: { KONTOR_SECRET: SECOND, KONTOR_SECRET_PREVIOUS: FIRST } })
    for (let round = 0; round < 12; round++)
      for (const node of [old, fresh]) assert.equal((await item(node)).status, 201)
    for (const [from, to] of [
      [old, fresh],
      [fresh, old],
    ] as const) {
      const { refreshToken } = await signedIn(from, 'viewer')
      assert.equal((await refresh(to, refreshToken)).status, 200)
    }
    const { violations, findings } = await auditVerdict(fresh, { KONTOR_SECRET: SECOND })
    assert.deepEqual([violations, findings], [0, []])
    for (const node of [old, fresh]) await node.close()
  })

  test('a node that does not know the new secret refuses writes until it is restarted, and says why', async () => {
    const same = sameDatabase(served!)
    const old = await openKontor(same, { environment: { KONTOR_SECRET: FIRST } })
    assert.equal((await item(old)).status, 201)
    const fresh = await openKontor(same, { environment: { KONTOR_SECRET: SECOND, KONTOR_SECRET_PREVIOUS: FIRST } })
    const refused = await item(old)
    assert.deepEqual([refused.status, refused.body.error.code], [503, 'UNAVAILABLE'])
    assert.match(refused.body.error.message, /^KONTOR_SECRET has been changed on another node\. Restart this one/)
    assert.equal((await old.get('root:readyz')).status, 503)
    assert.equal((await old.get('/items')).body.meta.total, 1)
    assert.equal((await item(fresh)).status, 201)
    const { violations } = await auditVerdict(fresh, { KONTOR_SECRET: SECOND })
    assert.equal(violations, 0)
    for (const node of [old, fresh]) await node.close()
  })
})
