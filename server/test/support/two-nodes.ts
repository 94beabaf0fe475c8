import { after, before } from 'node:test'
import type { DatabaseKind, TestDatabase } from './databases.ts'
import { type Kontor, openKontor } from './kontor.ts'

/** Two servers on one database, as if on two machines: neither learns from the other but through the database. */
export function twoNodesFor(kind: DatabaseKind): () => readonly [Kontor, Kontor] {
  let database: TestDatabase | undefined
  let nodes: readonly [Kontor, Kontor] | undefined
  before(async () => {
    const shared = await kind.create('migrated')
    database = shared
    const same: DatabaseKind = { name: kind.name, create: async () => ({ ...shared, drop: async () => {} }) }
    nodes = [await openKontor(same), await openKontor(same)]
  })
  after(async () => {
    for (const node of nodes ?? []) await node.close()
    await database?.drop()
  })
  return () => nodes!
}
