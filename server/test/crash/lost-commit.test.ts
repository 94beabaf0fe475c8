import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts'
import { eventually } from '../support/raw-http.ts'

const CLIENTS = 16
const ROUNDS = 5

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

describe('A COMMIT whose answer is lost, on PostgreSQL', { skip: !served && 'there is no PostgreSQL here' }, () => {
  let proxy: PostgresProxy
  let kontor: Kontor
  before(async () => {
    kontor = await openKontor({
      name: 'PostgreSQL behind a proxy',
      async create(content) {
        const database = await served!.create(content)
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

  for (const [fault, title] of [
    ['cut-after-answer', 'after the server received it'],
    ['cut-before-sending', 'before it arrived'],
  ] as const) {
    test(`is answered as if nothing had happened, and there is one record: cut ${title}`, async () => {
      proxy.faultAtNextCommit(fault)
      const { status } = await create(`LOST-${fault}`)
      assert.equal(status, 201)
      assert.equal(await found(`LOST-${fault}`), 1)
    })

    test(`loses and doubles nothing for requests that share it: cut ${title}`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        proxy.faultAtNextCommit(fault)
        const codes = Array.from({ length: CLIENTS }, (_, client) => `SHARED-${fault}-${round}-${client}`)
        const answers = await Promise.all(codes.map((code) => create(code)))
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
        for (const code of codes) assert.equal(await found(code), 1, code)
      }
    })

    test(`is answered with OUTCOME_UNKNOWN while the server cannot be reached: cut ${title}`, async () => {
      const key = { 'idempotency-key': `key-${fault}` }
      proxy.faultAtNextCommit(fault, true)
      const { status, body, headers } = await create(`KEYED-${fault}`, key)
      assert.deepEqual([status, body.error.code], [503, 'OUTCOME_UNKNOWN'])
      assert.match(body.error.message, /Idempotency-Key/)
      assert.equal(headers['retry-after'], undefined)
      proxy.recover()
      assert.equal((await create(`KEYED-${fault}`, key)).status, 201)
      assert.equal(await found(`KEYED-${fault}`), 1)
    })
  }

  test('is answered with OUTCOME_UNKNOWN by an import that began before the server could not be reached', async () => {
    const imports = async () => {
      const { status, body } = await kontor.get('/imports')
      return status === 200 ? (body.data.length as number) : undefined
    }
    assert.equal(await imports(), 0)
    proxy.faultAtNextCommit('cut-all-when-answered', true)
    const csv = 'Item code,Item name\nBEGUN-1,Anvil\n'
    const { status, body } = await kontor.post('/imports', { resource: 'items', csv, dryRun: false })
    proxy.recover()
    assert.deepEqual([status, body.error.code], [503, 'OUTCOME_UNKNOWN'])
    // It may take a moment until the connections are there again.
    assert.equal(await eventually(imports), 1)
  })
})
