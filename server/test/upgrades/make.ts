// Makes the populated databases of earlier versions that upgrades.test.ts migrates: once for each version, by its own server.
//   node server/test/upgrades/make.ts <commit>…
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { startPostgres } from '../../../scripts/postgres.ts'
import { type Environment, startKontor } from '../support/process.ts'
import { ADMIN, doBusiness, readBusiness, signIn } from './business.ts'

const root = join(import.meta.dirname, '../../..')
const SETTINGS = {
  KONTOR_ADMIN_EMAIL: ADMIN.email,
  KONTOR_ADMIN_PASSWORD: ADMIN.password,
  KONTOR_PLAN: 'custom:100000/unlimited',
}

/** Runs the server of the version on an empty database, enters the business, and returns it as the server tells it. */
async function fill(checkout: string, environment: Environment): Promise<string> {
  const program = join(checkout, 'server/src/cli.ts')
  await using server = await startKontor({ ...SETTINGS, ...environment }, { program })
  const call = await signIn(async (method, path, headers, body) => {
    const response = await fetch(server.origin + path, { method, headers, ...(body && { body }) })
    return { status: response.status, text: await response.text() }
  })
  await doBusiness(call)
  const business = JSON.stringify(await readBusiness(call))
  await server.stop()
  return business
}

const save = (folder: string, name: string, content: string | Buffer) =>
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))

async function makeEmbedded(checkout: string, target: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'kontor-corpus-'))
  save(target, 'sqlite.json', await fill(checkout, { KONTOR_DATA: data }))
  const database = new DatabaseSync(join(data, 'kontor.db'))
  database.exec(`vacuum into '${join(data, 'compact.db')}'`)
  database.close()
  save(target, 'sqlite.db', readFileSync(join(data, 'compact.db')))
  writeFileSync(join(target, 'secret.key'), readFileSync(join(data, 'secret.key')))
  rmSync(data, { recursive: true })
}

async function makeServed(checkout: string, target: string, adminUrl: string): Promise<void> {
  const name = `corpus_${process.hrtime.bigint()}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
  const data = mkdtempSync(join(tmpdir(), 'kontor-corpus-'))
  save(target, 'postgres.json', await fill(checkout, { KONTOR_DATA: data, DATABASE_URL: url }))
  const file = join(target, 'postgres.dump')
  execFileSync('pg_dump', ['--format=custom', '--compress=9', '--no-owner', '--no-privileges', `--file=${file}`, url])
  rmSync(data, { recursive: true })
}

/** The version is called by its newest migration. */
async function make(commit: string, postgresUrl: string): Promise<void> {
  const checkout = mkdtempSync(join(tmpdir(), 'kontor-version-'))
  execFileSync('sh', ['-c', 'git archive "$0" | tar x -C "$1"', commit, checkout], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  const index = readFileSync(join(checkout, 'server/src/db/migrations/index.ts'), 'utf8')
  const newest = [...index.matchAll(/'\.\/(\d{4}-[\w-]+)\.ts'/g)]
    .map(([, name]) => name!)
    .toSorted()
    .at(-1)!
  const target = join(import.meta.dirname, newest)
  mkdirSync(target, { recursive: true })
  await makeEmbedded(checkout, target)
  await makeServed(checkout, target, postgresUrl)
  rmSync(checkout, { recursive: true })
  console.log(`${newest} (${commit})`)
}

const postgres = await startPostgres()
if (!postgres) throw new Error('This needs PostgreSQL.')
try {
  for (const commit of process.argv.slice(2)) await make(commit, postgres.url)
} finally {
  postgres.stop()
}
