import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAuditKeys } from '../../src/app/secrets/secrets.ts'
import { readConfig } from '../../src/config/config.ts'
import { AuditKeys } from '../../src/core/audit/seals.ts'
import { type Verdict, verify } from '../../src/verify/verify.ts'
import { auditLog, trailOf } from '../support/audit.ts'
import { type DatabaseKind, onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor, openKontor } from '../support/kontor.ts'
import { runKontor } from '../support/process.ts'
import { createCustomer, createItem, itemBody, rowsIn, times } from '../support/records.ts'

const run = ({ engine }: Kontor, sql: string) => engine.write((connection) => connection.query({ sql, parameters: [] }))

/** Takes the guards away, as only the owner of the database can. */
async function disarm(kontor: Kontor): Promise<void> {
  const statements =
    kontor.database.name === 'SQLite'
      ? ['drop trigger "audit-log_no_update"', 'drop trigger "audit-log_no_delete"']
      : ['alter table "audit-log" disable trigger all']
  for (const statement of statements) await run(kontor, statement)
}

async function sealCheck(kontor: Kontor): Promise<Verdict> {
  const key = await openAuditKeys(readConfig(kontor.database.environment), kontor.engine)
  return (await verify(kontor.engine, {}, key)).find(({ name }) => name === 'audit log')!
}

/** With a log of some length: wherever chance puts the entries, one of the eight chains has seven of these. */
async function filled(kind: DatabaseKind): Promise<Kontor> {
  const kontor = await openKontor(kind)
  await times(50, (index) => createCustomer(kontor, { name: `Customer ${index}` }))
  return kontor
}

/** Near the end of the longest chain, where customers were created. */
async function middle({ engine }: Kontor): Promise<Place> {
  const sql = `select "chain", max("sequence") from "audit-log" where "resource" = 'customers'
    group by "chain" order by count(*) desc limit 1`
  const [row] = await engine.reader.query({ sql, parameters: [] })
  return { chain: Number(row![0]), sequence: Number(row![1]) - 2 }
}

onEveryDatabase('The audit log', (kind) => {
  const kontor = kontorFor(kind)

  test('cannot be changed or emptied, even by direct access to the database', async () => {
    await createItem(kontor())
    const before = await rowsIn(kontor(), 'audit-log')
    const statements = [
      `update "audit-log" set "actorName" = 'changed'`,
      `update "audit-log" set "hash" = '' where "sequence" = 1`,
      'delete from "audit-log"',
      'delete from "audit-log" where "sequence" > 1',
      ...(kind.name === 'PostgreSQL' ? ['truncate "audit-log"', 'truncate "audit-log" cascade'] : []),
    ]
    for (const statement of statements)
      await assert.rejects(run(kontor(), statement), /can only be added to/, statement)
    assert.equal(await rowsIn(kontor(), 'audit-log'), before)
    assert.equal((await sealCheck(kontor())).violations, 0)
  })

  test('stays complete under concurrent writes, with an entry for every write', async () => {
    const shared = await createItem(kontor())
    const answers = await times(64, (index) =>
      index % 4 === 0
        ? kontor().put(`/items/${shared.id}`, { itemName: `Name ${index}` })
        : kontor().post('/items', itemBody({ itemName: `Item ${index}` })),
    )
    for (const answer of answers) {
      assert.ok(answer.status < 300, answer.text)
      assert.equal((await trailOf(kontor(), answer)).length, 1)
    }
    // Each change begins where the one before it ended.
    const updates = await auditLog(kontor(), `recordId=${shared.id}&action=update`)
    const byBefore = new Map<string, string>(updates.map(({ changes }) => changes.itemName))
    assert.equal(byBefore.size, 16)
    let name = 'Anvil'
    for (let count = 0; count < 16; count++) name = byBefore.get(name)!
    assert.equal((await kontor().get(`/items/${shared.id}`)).body.data.itemName, name)
    const { checked, violations } = await sealCheck(kontor())
    assert.deepEqual([checked, violations], [await rowsIn(kontor(), 'audit-log'), 0])
  })

  test('is checked by kontor verify', async () => {
    const { code, output } = await runKontor(['verify'], kontor().database.environment)
    assert.equal(code, 0, output)
    assert.match(output, /^audit log +\d+ checked: ok\. /m)
  })

  test('can be counted, but not checked, without its key; with another key no hash fits', async () => {
    const without = (await verify(kontor().engine)).find(({ name }) => name === 'audit log')!
    assert.deepEqual([without.checked, without.violations], [await rowsIn(kontor(), 'audit-log'), 0])
    const other = (await verify(kontor().engine, {}, new AuditKeys(Buffer.alloc(32, 7)))).find(
      ({ name }) => name === 'audit log',
    )!
    assert.equal(other.violations, other.checked)
  })
})

/** An entry in the middle of a chain: `chain = 3 and sequence = 7`. */
interface Place {
  readonly chain: number
  readonly sequence: number
}
type Sabotage = readonly [title: string, statement: (place: Place) => string, fault: RegExp]

const at = ({ chain, sequence }: Place) => `"chain" = ${chain} and "sequence" = ${sequence}`
const set = (change: string) => (place: Place) => `update "audit-log" set ${change} where ${at(place)}`
const CHANGED = /Its seal does not fit/
const MISSING = /1 entries before it are missing/
const COUNTED = /the number of its entries is \d+ and must be \d+/

/** Each is tried on a log of its own. */
const sabotages: readonly Sabotage[] = [
  ['an entry with another actor', set(`"actor" = 'usr_framed'`), CHANGED],
  ['an entry that tells of another time', set(`"createdAt" = '2020-01-01T00:00:00.000Z'`), CHANGED],
  ['an entry that tells of another change', set(`"diff" = '{"name":[null,"Harmless"]}'`), CHANGED],
  ['an entry from another address', set('"address" = null'), CHANGED],
  ['an entry of another request', set(`"requestId" = 'another-request'`), CHANGED],
  ['an entry with another version', set('"recordVersion" = "recordVersion" + 1'), CHANGED],
  ['an entry at another position', set('"position" = null'), CHANGED],
  ['a seal that was made up', set(`"hash" = 'f00d'`), CHANGED],
  ['an entry that was moved to an unknown chain', set('"chain" = 99'), /It belongs to no chain/],
  ['an entry that is gone', (place) => `delete from "audit-log" where ${at(place)}`, MISSING],
  ['the first entry gone', (place) => `delete from "audit-log" where ${at({ ...place, sequence: 1 })}`, MISSING],
  [
    'the newest entries gone',
    ({ chain, sequence }) => `delete from "audit-log" where "chain" = ${chain} and "sequence" > ${sequence}`,
    COUNTED,
  ],
  ['a whole chain gone', ({ chain }) => `delete from "audit-log" where "chain" = ${chain}`, COUNTED],
  [
    'a head that was put back',
    ({ chain }) => `update "audit-chains" set "sequence" = "sequence" - 1 where "id" = 'chn_${chain}'`,
    COUNTED,
  ],
  ['a head that is gone', ({ chain }) => `delete from "audit-chains" where "id" = 'chn_${chain}'`, COUNTED],
]

onEveryDatabase('Verifying finds in the audit log', (kind) => {
  for (const [title, statement, fault] of sabotages) {
    test(title, async () => {
      const kontor = await filled(kind)
      try {
        assert.equal((await sealCheck(kontor)).violations, 0)
        await disarm(kontor)
        await run(kontor, statement(await middle(kontor)))
        const { violations, findings } = await sealCheck(kontor)
        assert.ok(violations > 0, 'nothing was found')
        assert.match(findings.map((finding) => finding.fault).join('\n'), fault)
      } finally {
        await kontor.close()
      }
    })
  }
})
