import { seed } from '../data.ts'
import { execute, urlOf } from '../postgres-databases.ts'
import { type KontorServer, startKontor } from '../server-under-test.ts'

/** Added to each flush of the write-ahead log, in microseconds. */
const COMMIT_DELAY = 3000

/** A configuration of Kontor on PostgreSQL, with its own database. */
export interface Setup {
  readonly title: string
  readonly database: string
  readonly nodes: number
}

export const oneNode: Setup = { title: 'one node', database: 'one_node', nodes: 1 }
const twoNodes: Setup = { title: 'two nodes', database: 'two_nodes', nodes: 2 }
const slowFlush: Setup = { title: 'one node, slower flush', database: 'slow_flush', nodes: 1 }
export const setups: readonly Setup[] = [oneNode, twoNodes, slowFlush]

/** Fills one database and copies it for the other setups. */
export async function createDatabases(serverUrl: string, folder: string, items: number): Promise<void> {
  const source = urlOf(oneNode.database, serverUrl)
  await execute(serverUrl, `create database ${oneNode.database}`)
  await seed({ KONTOR_DATA: folder, DATABASE_URL: source }, items)
  await execute(source, 'vacuum analyze')
  for (const { database } of [twoNodes, slowFlush])
    await execute(serverUrl, `create database ${database} template ${oneNode.database}`)
  await execute(serverUrl, `alter database ${slowFlush.database} set commit_delay = ${COMMIT_DELAY}`)
  await execute(serverUrl, `alter database ${slowFlush.database} set commit_siblings = 0`)
  await execute(serverUrl, 'checkpoint')
}

/** Starts all nodes of a setup. Clients are split between them. */
export async function startNodes(setup: Setup, serverUrl: string, folder: string): Promise<KontorServer> {
  const settings = { KONTOR_DATA: folder, DATABASE_URL: urlOf(setup.database, serverUrl) }
  const first = await startKontor(settings)
  if (setup.nodes === 1) return first
  const further: KontorServer[] = []
  while (further.length < setup.nodes - 1) further.push(await startKontor(settings))
  const all = [first, ...further]
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    ...first,
    furtherPorts: further.map(({ port }) => port),
    cpu: () => sum(all.map((node) => node.cpu())),
    memory: () => sum(all.map((node) => node.memory())),
    async [Symbol.asyncDispose]() {
      for (const node of all) await node[Symbol.asyncDispose]()
    },
  }
}
