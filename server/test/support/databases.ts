import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import pg from 'pg'
import { copyEmbedded, copyServed } from './templates.ts'

/** A database of its own for one test suite. */
export interface TestDatabase {
  readonly name: string
  /** Settings that make a server use it. */
  readonly environment: { readonly KONTOR_DATA: string; readonly DATABASE_URL?: string }
  drop(): Promise<void>
}

/** Empty: the server, or the test, migrates it. */
export type Content = 'empty' | 'migrated'

export interface DatabaseKind {
  readonly name: string
  create(content?: Content): Promise<TestDatabase>
}

/** Set by the test command when a PostgreSQL server is there. */
const postgresUrl = process.env.KONTOR_TEST_POSTGRES

const embedded: DatabaseKind = {
  name: 'SQLite',
  async create(content = 'empty') {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
    if (content === 'migrated') await copyEmbedded(folder)
    return {
      name: this.name,
      environment: { KONTOR_DATA: folder },
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}

const served = (adminUrl: string): DatabaseKind => ({
  name: 'PostgreSQL',
  async create(content = 'empty') {
    const database = `test_${randomBytes(6).toString('hex')}`
    const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
    const urlOf = (name: string) => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
    await administer(adminUrl, (client) =>
      content === 'migrated' ? copyServed(client, database, urlOf) : client.query(`create database ${database}`),
    )
    return {
      name: this.name,
      environment: { KONTOR_DATA: folder, DATABASE_URL: urlOf(database) },
      async drop() {
        await administer(adminUrl, (client) => client.query(`drop database if exists ${database} with (force)`))
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
})

async function administer(adminUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

export const databaseKinds: readonly DatabaseKind[] = postgresUrl ? [embedded, served(postgresUrl)] : [embedded]

/** Runs the same promises on every database that this machine has. */
export function onEveryDatabase(title: string, define: (kind: DatabaseKind) => void): void {
  for (const kind of databaseKinds) describe(`${title}, on ${kind.name}`, () => define(kind))
}
