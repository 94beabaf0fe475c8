// Databases of earlier versions are migrated by this one, whatever kills it on the way.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { openEngine } from '../../src/db/open.ts'
import { type DatabaseKind, onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { assertUnchanged, dumpOf } from '../support/dump.ts'
import { runKontor } from '../support/process.ts'
import { readBusiness, signIn } from './business.ts'
import { createOlder, recordsOf, versions } from './corpus.ts'

const DIE = join(import.meta.dirname, 'die-migrating.ts')
/** When the business was entered: what is overdue depends on the day. */
const clock = () => Date.parse('2026-11-18T12:00:00Z')
/** Contains messages, which a later version may word differently. */
const REWORDED = 'allowedTransitions'

onEveryDatabase('A database of an earlier version', (kind) => {
  for (const [index, version] of versions.entries())
    test(`is migrated from ${version} after kills on the way, and nothing is lost`, async () => {
      const database = await createOlder(kind, version)
      try {
        await killAtSteps(database, placesToDie(version, index))
        await assertUpgraded(database, kind, version)
      } finally {
        await database.drop()
      }
    })
})

/** After each kill the database is as it was: all migrations are one transaction. */
async function killAtSteps(database: TestDatabase, places: readonly string[]): Promise<void> {
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
  for (const place of places) assert.equal(await dieAt(database, place), 'SIGKILL', place)
  await dump((engine) => assertUnchanged(engine, before))
}

/** From the oldest version within each migration, from the second one after each; otherwise within the first and after the last. */
function placesToDie(version: string, age: number): string[] {
  const pending = migrations.map(({ name }) => name).filter((name) => name > version)
  assert.ok(pending.length > 1, version)
  if (age === 0) return pending.map((name) => `${name}:1`)
  return age === 1 ? pending : [`${pending[0]}:1`, pending.at(-1)!]
}

function dieAt({ environment }: TestDatabase, place: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment }
    const child = execFile(process.execPath, [DIE, place], { env }, () => resolve(child.signalCode ?? undefined))
  })
}

async function assertUpgraded({ environment }: TestDatabase, kind: DatabaseKind, version: string): Promise<void> {
  const told = await readUpgraded(environment)
  for (const [resource, records] of Object.entries(recordsOf(kind, version))) {
    assert.deepEqual(Object.keys(told[resource]!).sort(), Object.keys(records).sort(), resource)
    for (const [id, record] of Object.entries(records))
      assertContains(told[resource]![id], lasting(record as Json), `${resource} ${id}`)
  }
  assertNumbered(Object.values(told.deliveries!))
  assertCaused(Object.values(told['stock-movements']!))
  const verified = await runKontor(['verify'], environment)
  assert.equal(verified.code, 0, verified.output + verified.said)
}

type Json = Readonly<Record<string, unknown>>

/** A later version brings shipped roles up to date, with rights on its new resources. */
const lasting = ({ updatedAt, version, description, ...rest }: Json): Json =>
  rest.isShipped ? rest : { ...rest, updatedAt, version, description }

/** Deliveries of before they had numbers have got some. */
function assertNumbered(deliveries: readonly unknown[]): void {
  const numbers = deliveries.map((delivery) => (delivery as { deliveryNumber: string }).deliveryNumber)
  assert.ok(numbers.length > 0 && new Set(numbers).size === numbers.length, numbers.join())
  for (const number of numbers) assert.match(number, /^DN-\d{4}-\d{5}$/)
}

/** Movements of before there were other causes name their delivery as one. */
function assertCaused(movements: readonly { delivery: string | null; source: unknown }[]): void {
  assert.ok(movements.some(({ delivery }) => delivery !== null))
  for (const { delivery, source } of movements)
    assert.deepEqual(source, { resource: delivery && 'deliveries', id: delivery })
}

/** Migrates by opening a server, and reads everything through its API. */
async function readUpgraded(environment: TestDatabase['environment']): ReturnType<typeof readBusiness> {
  const config = readConfig({ KONTOR_PLAN: 'custom:100000/unlimited', ...environment })
  const engine = await openEngine(config.databaseUrl, config.dataFolder)
  const { server, close } = await buildApp({ config, engine, clock })
  try {
    const call = await signIn(async (method, url, headers, payload) => {
      const response = await server.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })
      return { status: response.statusCode, text: response.body }
    })
    return await readBusiness(call)
  } finally {
    await close()
    await engine.close()
  }
}

/** A later version may tell more fields, but not other values. */
function assertContains(told: unknown, expected: unknown, where: string): void {
  if (Array.isArray(expected) && Array.isArray(told)) {
    assert.equal(told.length, expected.length, where)
    for (const [index, value] of expected.entries()) assertContains(told[index], value, `${where}[${index}]`)
  } else if (expected !== null && typeof expected === 'object' && told !== null && typeof told === 'object') {
    for (const [key, value] of Object.entries(expected).filter(([name]) => name !== REWORDED))
      assertContains((told as Record<string, unknown>)[key], value, `${where}.${key}`)
  } else assert.deepEqual(told, expected, where)
}
