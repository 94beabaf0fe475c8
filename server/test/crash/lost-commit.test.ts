import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts'

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

describe('A COMMIT whose answer is lost, on PostgreSQL', { skip: !served && 'there is no PostgreSQL here' }, () => {
  let proxy: PostgresProxy
  let kontor: Kontor
  before(async () => {
    kontor = await openKontor({
      name: 'PostgreSQL behind a proxy',
      async create() {
        const database = await served!.create()
        proxy = await openPostgresProxy(database.environment.DATABASE_URL!)
        return { ...database, environment: { ...database.environment, DATABASE_URL: proxy.url } }
      },
    })
  })
  after(async () => {
    await kontor?.close()
    await proxy?.close()
  })

  const create = (itemCode: string, headers = {}) => kontor.post('/items', { itemCode, itemName: 'Anvil' }, { headers })
  const found = async (itemCode: string) => (await kontor.get(`/items?itemCode=${itemCode}`)).body.data.length

  for (const [fault, count, title] of [
    ['cut-after-answer', 1, 'after the server committed'],
    ['cut-before-sending', 0, 'before COMMIT arrived'],
  ] as const) {
    test(`is answered with OUTCOME_UNKNOWN and without Retry-After: cut ${title}`, async () => {
      proxy.faultAtNextCommit(fault)
      const { status, body, headers } = await create(`LOST-${fault}`)
      assert.deepEqual([status, body.error.code], [503, 'OUTCOME_UNKNOWN'])
      assert.match(body.error.message, /Idempotency-Key/)
      assert.equal(headers['retry-after'], undefined)
      assert.equal(await found(`LOST-${fault}`), count)
    })

    test(`can be repeated with the same Idempotency-Key, and there is one record: cut ${title}`, async () => {
      const key = { 'idempotency-key': `key-${fault}` }
      proxy.faultAtNextCommit(fault)
      assert.equal((await create(`KEYED-${fault}`, key)).body.error.code, 'OUTCOME_UNKNOWN')
      const again = await create(`KEYED-${fault}`, key)
      assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, count ? 'true' : undefined])
      assert.equal(await found(`KEYED-${fault}`), 1)
    })
  }
})
