import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditKeyFrom } from '../../src/app/secrets/secrets.ts'
import { type AuditEntry, auditChains, auditLog } from '../../src/core/audit/audit-log.resource.ts'
import { chainId } from '../../src/core/audit/audited-store.ts'
import { auditKeyOf, isKeyChange, keyChange, sealOf } from '../../src/core/audit/seals.ts'
import { wholeScope } from '../../src/core/store.ts'
import { createStore } from '../../src/db/store.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { createCustomer, times } from '../support/records.ts'
import { adopt, auditVerdict, FIRST, SECOND } from './instances.ts'

const stolen = auditKeyFrom(FIRST)

/** What a thief of the previous secret can do who can also write to the database: read and replace a whole chain. */
async function chainOf({ engine }: Kontor): Promise<AuditEntry[]> {
  const sql = 'select "chain" from "audit-log" group by "chain" order by count(*) desc limit 1'
  const [row] = await engine.reader.query({ sql, parameters: [] })
  const chain = Number(row![0])
  const reads = createStore(engine, [auditLog, auditChains]).reads(wholeScope(''))
  const entries: AuditEntry[] = []
  for (;;) {
    const next = await reads.find(auditLog, { chain, sequence: entries.length + 1 })
    if (!next) return entries
    entries.push(next)
  }
}

const run = ({ engine }: Kontor, sql: string) => engine.write((connection) => connection.query({ sql, parameters: [] }))

/** Takes the guards away, as only the owner of the database can. */
async function disarm(kontor: Kontor): Promise<void> {
  const isEmbedded = kontor.database.name === 'SQLite'
  if (isEmbedded) await run(kontor, 'drop trigger "audit-log_no_delete"')
  else await run(kontor, 'alter table "audit-log" disable trigger all')
}

async function replaceChain(kontor: Kontor, entries: readonly AuditEntry[]): Promise<void> {
  const { engine } = kontor
  const { chain, sequence, hash } = entries.at(-1)!
  await run(kontor, `delete from "audit-log" where "chain" = ${chain}`)
  const store = createStore(engine, [auditLog, auditChains])
  for (const { changes: _, ...entry } of entries)
    await store.write(wholeScope(entry.createdAt), (records) => records.insert(auditLog, entry as never))
  await store.write(wholeScope(''), async (records) => {
    const head = await records.lock(auditChains, chainId(chain))
    await records.update(auditChains, head, { sequence, hash })
  })
}

/** Sealed again with the stolen key, each after the one before it. */
function resealed(entries: readonly AuditEntry[]): AuditEntry[] {
  let previous = ''
  return entries.map((entry) => {
    previous = sealOf(stolen, previous, entry.sequence, entry)
    return { ...entry, hash: previous }
  })
}

type Forgery = readonly [title: string, forge: (entries: readonly AuditEntry[]) => readonly AuditEntry[], fault: RegExp]

const NOT_FITTING = /Its seal does not fit/
const changeIn = (entries: readonly AuditEntry[]) => entries.findIndex(isKeyChange)
const renamed = (entry: AuditEntry): AuditEntry => ({ ...entry, actorName: 'Framed' })

function appended(entries: readonly AuditEntry[]): AuditEntry[] {
  const last = entries.at(-1)!
  const entry = { ...last, id: 'aud_forged', sequence: last.sequence + 1 }
  return [...entries, { ...entry, hash: sealOf(stolen, last.hash, entry.sequence, entry) }]
}

/** Leads back to the stolen key without the key that it leads from. */
function ledBack(entries: readonly AuditEntry[]): AuditEntry[] {
  const [last, to] = [entries.at(-1)!, auditKeyOf(stolen)]
  const from = auditKeyOf(auditKeyFrom(SECOND)).id
  return appended([...entries, { ...last, id: 'aud_change', ...keyChange(last.createdAt, last, from, to) }])
}

const forgeries: readonly Forgery[] = [
  ['an entry appended after the change', appended, NOT_FITTING],
  [
    'an entry changed from before the change, with all seals up to there renewed',
    (entries) => {
      const change = changeIn(entries)
      const [first, ...rest] = entries.slice(0, change)
      return [...resealed([renamed(first!), ...rest]), ...entries.slice(change)]
    },
    NOT_FITTING,
  ],
  [
    'the change and everything after it cut off, and other entries in their place',
    (entries) => appended(entries.slice(0, changeIn(entries))),
    /sealed by a previous secret/,
  ],
  ['a change back to the stolen key', ledBack, /without the previous one|sealed by a previous secret/],
]

onEveryDatabase('A stolen previous secret forges no audit entry:', (kind) => {
  for (const [title, forge, fault] of forgeries)
    test(`kontor verify finds ${title}`, async () => {
      const kontor = await openKontor(kind, { environment: { KONTOR_SECRET: FIRST } })
      try {
        await times(40, (index) => createCustomer(kontor, { name: `Customer ${index}` }))
        const secrets = { KONTOR_SECRET: SECOND, KONTOR_SECRET_PREVIOUS: FIRST }
        await adopt(kontor, secrets)
        const entries = await chainOf(kontor)
        assert.ok(changeIn(entries) > 0, 'the chain is too short')
        assert.equal((await auditVerdict(kontor, secrets)).violations, 0)
        await disarm(kontor)
        await replaceChain(kontor, entries)
        assert.equal((await auditVerdict(kontor, secrets)).violations, 0, 'replacing alone changes nothing')
        await replaceChain(kontor, forge(entries))
        const { violations, findings } = await auditVerdict(kontor, secrets)
        assert.ok(violations > 0, 'nothing was found')
        assert.match(findings.map((finding) => finding.fault).join('\n'), fault)
      } finally {
        await kontor.close()
      }
    })
})
