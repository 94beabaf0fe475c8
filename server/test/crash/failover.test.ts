import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { DatabaseKind } from '../support/databases.ts'
import { type Answer, type Kontor, openKontor } from '../support/kontor.ts'
import { hasPostgres } from '../support/postgres-member.ts'
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts'
import { runKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'

const isAlone = { skip: !hasPostgres() && 'there is no PostgreSQL here' }

describe('A node with two hosts in DATABASE_URL', isAlone, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-failover-'))
  let pair: PostgresPair
  let proxies: PostgresProxy[] = []
  let kontor: Kontor
  let environment: { KONTOR_DATA: string; DATABASE_URL: string }
  let acknowledged: string[] = []

  before(async () => {
    pair = await startPostgresPair()
    proxies = await Promise.all(pair.members.map(({ url }) => openPostgresProxy(url)))
    // The standby is named first: the order does not matter.
    const hosts = proxies.map(({ url }) => new URL(url).host).reverse()
    const DATABASE_URL = `postgres://postgres@${hosts.join()}/kontor?target_session_attrs=read-write`
    environment = { KONTOR_DATA: folder, DATABASE_URL }
    const kind: DatabaseKind = {
      name: 'PostgreSQL with a standby',
      create: async () => ({ name: 'PostgreSQL with a standby', environment, drop: async () => {} }),
    }
    kontor = await openKontor(kind)
  })
  after(async () => {
    await kontor?.close()
    for (const proxy of proxies) await proxy.close()
    await pair?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const proxyOf = (port: number) => proxies[pair.members.findIndex((member) => member.port === port)]!

  async function create(itemCode: string): Promise<Answer> {
    const answer = await kontor.post('/items', { itemCode, itemName: 'Anvil' })
    if (answer.status === 201) acknowledged.push(itemCode)
    return answer
  }

  async function assertWritesAgain(itemCode: string): Promise<void> {
    let attempts = 0
    await eventually(async () => {
      const { status, body, headers } = await create(`${itemCode}-${++attempts}`)
      if (status === 201) return true
      assert.equal(status, 503)
      if (body.error.code !== 'OUTCOME_UNKNOWN') {
        assert.equal(body.error.code, 'UNAVAILABLE')
        assert.ok(Number(headers['retry-after']) > 0)
      }
      return undefined
    })
    for (const code of acknowledged)
      assert.equal((await kontor.get(`/items?itemCode=${code}`)).body.meta.total, 1, `${code} was acknowledged`)
    await eventually(async () => (await kontor.get('root:readyz')).status === 200 || undefined)
  }

  test('writes to the one that accepts writes', async () => {
    acknowledged = []
    assert.equal((await create('FIRST')).status, 201)
  })

  test('goes on with the standby that was promoted after a crash of the primary', async () => {
    await pair.primary.end()
    assert.equal((await create('NO-PRIMARY')).status, 503)
    await pair.promote()
    await assertWritesAgain('CRASH')
  })

  test('goes on with the standby that was promoted while the primary is cut off', async () => {
    await pair.rejoin()
    const former = proxyOf(pair.primary.port)
    former.goSilent()
    const underWay = create('CUT-OFF')
    await pair.promote()
    await assertWritesAgain('SILENCE')
    assert.ok([201, 503].includes((await underWay).status))
    former.recover() // it still takes itself for the primary, but no node writes to it any more
    await assertWritesAgain('RECOVERED')
    const rows = await pair.standby.run(`select 1 from "items" where "itemCode" like 'RECOVERED%'`)
    assert.deepEqual(rows, [])
  })

  test('leaves a primary that was made read-only, with all its connections', async () => {
    await pair.rejoin()
    await pair.primary.run('alter system set default_transaction_read_only = on')
    await pair.primary.run('select pg_reload_conf()')
    const former = pair.primary
    await pair.promote()
    await assertWritesAgain('READ-ONLY')
    const left = "select 1 from pg_stat_activity where application_name = 'kontor'"
    await eventually(async () => (await former.run(left)).length === 0 || undefined)
  })

  test('does not acknowledge a write that no standby has confirmed', async () => {
    await pair.rejoin()
    await pair.primary.run("alter system set synchronous_standby_names = 'missing'")
    await pair.primary.run('select pg_reload_conf()')
    const writing = kontor.post('/items', { itemCode: 'UNCONFIRMED', itemName: 'Anvil' })
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
    await eventually(async () => (await pair.primary.run(cancel)).length > 0 || undefined)
    const { status, body } = await writing
    assert.deepEqual([status, body.error?.code], [503, 'OUTCOME_UNKNOWN'])
    await pair.primary.run('alter system reset synchronous_standby_names')
    await pair.primary.run('select pg_reload_conf()')
    await assertWritesAgain('CONFIRMED')
  })

  test('is verified and backed up by commands with the same address', async () => {
    for (const words of [['verify'], ['backup', join(folder, 'copy.backup')]]) {
      const { code, said } = await runKontor(words, environment)
      assert.equal(code, 0, said)
    }
  })
})
