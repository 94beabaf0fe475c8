// Databases of earlier versions are migrated by this one, whatever kills it on the way.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrations } from '../../src/db/migrations/index.ts'
import { openEngine } from '../../src/db/open.ts'
import { type DatabaseKind, onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { assertUnchanged, dumpOf } from '../support/dump.ts'
import { runKontor, startKontor } from '../support/process.ts'
import { readBusiness, signIn } from './business.ts'
import { createOlder, recordsOf, versions } from './corpus.ts'

const DIE = join(import.meta.dirname, 'die-migrating.ts')
/** Processes that migrate and die at the same time: one migrates, the others wait for it. */
const SETTINGS = { KONTOR_PLAN: 'custom:100000/unlimited' }

/** Fields whose meaning a later version has changed on purpose. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {}

onEveryDatabase('A database of an earlier version', (kind) => {
  for (const [index, version] of versions.entries())
    test(`is migrated from ${version} after kills at every step, and nothing is lost`, async () => {
      const database = await createOlder(kind, version)
      try {
        await killAtSteps(database, version, index === 0)
        await assertUpgraded(database, kind, version)
      } finally {
        await database.drop()
      }
    })
})

/** After each kill the database is as it was: all migrations are one transaction. */
async function killAtSteps(database: TestDatabase, version: string, isThorough: boolean): Promise<void> {
  const { KONTOR_DATA, DATABASE_URL } = database.environment
  const dump = async <T>(look: (engine: Awaited<ReturnType<typeof openEngine>>) => Promise<T>) => {
    const engine = await openEngine(DATABASE_URL, KONTOR_DATA)
    try {
      return await look(engine)
    } finally {
      await engine.close()
    }
  }
  const before = await dump(dumpOf)
  for (const place of placesToDie(version, isThorough)) assert.equal(await dieAt(database, place), 'SIGKILL', place)
  await dump((engine) => assertUnchanged(engine, before))
}

/** From the oldest version after each migration and within it; otherwise within the first and after the last one. */
function placesToDie(version: string, isThorough: boolean): string[] {
  const pending = migrations.map(({ name }) => name).filter((name) => name > version)
  assert.ok(pending.length > 1, version)
  return isThorough ? pending.flatMap((name) => [`${name}:1`, name]) : [`${pending[0]}:1`, pending.at(-1)!]
}

function dieAt({ environment }: TestDatabase, place: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment }
    const child = execFile(process.execPath, [DIE, place], { env }, () => resolve(child.signalCode ?? undefined))
  })
}

async function assertUpgraded({ environment }: TestDatabase, kind: DatabaseKind, version: string): Promise<void> {
  await using server = await startKontor({ ...SETTINGS, ...environment })
  const told = await readBusiness(await signIn(server.origin))
  for (const [resource, records] of Object.entries(recordsOf(kind, version))) {
    assert.deepEqual(Object.keys(told[resource]!).sort(), Object.keys(records).sort(), resource)
    for (const [id, record] of Object.entries(records))
      assertContains(told[resource]![id], record, `${resource} ${id}`, CHANGED[resource])
  }
  assert.equal((await server.stop()).code, 0)
  const verified = await runKontor(['verify'], environment)
  assert.equal(verified.code, 0, verified.output + verified.said)
}

/** A later version may tell more fields, but not other values. */
function assertContains(told: unknown, expected: unknown, where: string, changed: readonly string[] = []): void {
  if (Array.isArray(expected) && Array.isArray(told)) {
    assert.equal(told.length, expected.length, where)
    for (const [index, value] of expected.entries()) assertContains(told[index], value, `${where}[${index}]`)
  } else if (expected !== null && typeof expected === 'object' && told !== null && typeof told === 'object') {
    for (const [key, value] of Object.entries(expected).filter(([name]) => !changed.includes(name)))
      assertContains((told as Record<string, unknown>)[key], value, `${where}.${key}`)
  } else assert.deepEqual(told, expected, where)
}
