import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import pg from 'pg'

/** A database of its own for one test suite. */
export interface TestDatabase {
  readonly name: string
  /** Settings that make a server use it. */
  readonly environment: { readonly KONTOR_DATA: string; readonly DATABASE_URL?: string }
  drop(): Promise<void>
}

export interface DatabaseKind {
  readonly name: string
  create(): Promise<TestDatabase>
}

/** Set by the test command when a PostgreSQL server is there. */
const postgresUrl = process.env.KONTOR_TEST_POSTGRES

const embedded: DatabaseKind = {
  name: 'SQLite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
    return {
      name: this.name,
      environment: { KONTOR_DATA: folder },
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}

const served = (adminUrl: string): DatabaseKind => ({
  name: 'PostgreSQL',
  async create() {
    const database = `test_${randomBytes(6).toString('hex')}`
    const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
    await administer(adminUrl, `create database ${database}`)
    const url = new URL(adminUrl)
    url.pathname = `/${database}`
    return {
      name: this.name,
      environment: { KONTOR_DATA: folder, DATABASE_URL: url.href },
      async drop() {
        await administer(adminUrl, `drop database if exists ${database} with (force)`)
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
})

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const databaseKinds: readonly DatabaseKind[] = postgresUrl ? [embedded, served(postgresUrl)] : [embedded]

/** Runs the same promises on every database that this machine has. */
export function onEveryDatabase(title: string, define: (kind: DatabaseKind) => void): void {
  for (const kind of databaseKinds) describe(`${title}, on ${kind.name}`, () => define(kind))
}
