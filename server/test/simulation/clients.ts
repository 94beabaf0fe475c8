import { serviceActor } from '../../src/core/access.ts'
import { Problem } from '../../src/core/problem.ts'
import { type Connection, OutcomeUnknown, RowBudgetExceeded, type Values } from '../../src/db/engine.ts'
import { refusalOf } from '../../src/db/sqlite/errors.ts'
import { RolledBack } from '../../src/db/write-queue/lane.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { CHANGES } from './commands.ts'
import { SimConnection } from './connection.ts'
import { queries } from './sim-records.ts'
import { ReaderDied } from './sim-slow-reader.ts'
import type { World } from './world.ts'

export const RECORDS = ['anvil', 'bolt', 'chain']
const READ_TABLES = ['receipts', 'events', 'heads', 'records']
const BACKUP_TABLES = [...READ_TABLES, 'imports', 'import-rows', 'webhook-states', 'webhook-deliveries', 'commits']

/** What became of a request: its run, or an error that says whether it may be stored. */
async function settle(world: World, id: string, answer: Promise<string>): Promise<void> {
  const { history, trace, problems, server } = world
  history.unknown(id) // until it is answered; if its process dies, for good
  try {
    const run = await answer
    trace?.(`${id} is acknowledged as ${run}`)
    if (!run.startsWith(`${id}.`)) problems.push(`${id} is answered with ${run}`)
    history.acknowledge(run)
  } catch (error) {
    trace?.(`${id} fails: ${error}`)
    const isUnknown = error instanceof OutcomeUnknown || (error instanceof Problem && error.code === 'OUTCOME_UNKNOWN')
    const isKnown = error instanceof Problem || error instanceof RolledBack || refusalOf(error) !== undefined
    if (!isUnknown && !isKnown) problems.push(`${id} fails with ${error}`)
    if (!isUnknown) history.refuse(id)
  }
  if (!server.isAlive) problems.push(`${id} is answered by a process that has ended`)
}

/** A request that changes a record, on the writer thread. */
export async function change(world: World, id: string, input: AnyRecord): Promise<void> {
  const { server } = world
  if (!server.isAlive) return
  const command = { resource: CHANGES, action: 'update', actor: serviceActor, id, input }
  await world.expectAnswer(
    id,
    settle(
      world,
      id,
      server.execute(command).then(({ body }) => JSON.parse(body).data.run),
    ),
  )
}

/** A write of the thread that serves, which borrows the lock of the writer thread. */
export async function note(world: World, id: string): Promise<void> {
  const { server } = world
  if (!server.isAlive) return
  const written = server.writeHere(async (connection) => {
    const run = `${id}.${world.createId('run')}`
    await connection.query(queries.insert('receipts', [run]))
    return run
  })
  await world.expectAnswer(id, settle(world, id, written))
}

/** Reads some tables one after another. A long read is repeated in a process for slow reads, and may be cancelled. */
export async function read(world: World, id: string, isLong: boolean, cancelAfter: number | undefined): Promise<void> {
  const { server, history, scheduler, problems, trace } = world
  if (!server.isAlive) return
  const oldest = history.acknowledgedVersion
  let isCancelled = false
  const onCancel = (cancel: () => void) => {
    if (cancelAfter !== undefined)
      scheduler.after(cancelAfter, () => {
        isCancelled = true
        cancel()
      })
  }
  const work = async (connection: Connection) => {
    if (isLong && connection.rowBudget !== undefined) throw new RowBudgetExceeded()
    return tablesOf(READ_TABLES, connection, () => server.pause())
  }
  const reading = server.read(work, onCancel).then(
    (seen) => history.checkSeen(id, seen, oldest),
    (error) => {
      trace?.(`${id} fails: ${error}`)
      if (!isCancelled && !(error instanceof ReaderDied)) problems.push(`${id} fails: ${error}`)
    },
  )
  await world.expectAnswer(id, reading)
}

/** `kontor backup`, in a process of its own. In place of VACUUM INTO: a copy of all tables in one read transaction. */
export async function backUp(world: World, id: string): Promise<void> {
  const { history, scheduler, bug, connectionHost } = world
  const connection = new SimConnection(connectionHost, id)
  const oldest = history.acknowledgedVersion
  const pause = () => new Promise<void>((resolve) => scheduler.later(resolve))
  if (!bug?.backsUpWithoutTransaction) connection.exec('BEGIN')
  const seen = await tablesOf(BACKUP_TABLES, connection, pause)
  connection.close()
  const { states } = world.file
  const old = states[Math.max(0, oldest - 1)]!
  const copied = bug?.backsUpOldState ? new Map([...old].map(([table, rows]) => [table, [...rows.values()]])) : seen
  history.checkSeen(id, copied, oldest)
}

async function tablesOf(tables: readonly string[], connection: Connection, pause: () => Promise<void>) {
  const seen = new Map<string, readonly Values[]>()
  for (const table of tables) {
    seen.set(table, await connection.query(queries.scan(table)))
    await pause()
  }
  return seen
}
