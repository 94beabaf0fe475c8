import { after } from 'node:test'
import type { DatabaseKind, TestDatabase } from './databases.ts'

/** The same database each time one is asked for: for a server that is started again, or for a second node. */
export function sameDatabase(kind: DatabaseKind): DatabaseKind {
  let database: Promise<TestDatabase> | undefined
  after(async () => (await database)?.drop())
  return {
    name: kind.name,
    async create(content) {
      database ??= kind.create(content)
      return { ...(await database), drop: async () => {} }
    },
  }
}
