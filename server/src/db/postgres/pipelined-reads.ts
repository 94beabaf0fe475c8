import { AsyncResource } from 'node:async_hooks'
import { batchPerTick } from '../../core/batch-per-tick.ts'
import { tracing } from '../../core/tracing.ts'
import { type Connection, type Query, RowBudgetExceeded, type Values } from '../engine.ts'
import { type PostgresPool, send, sendBatched } from './pool.ts'
import { READING } from './transactions.ts'

/** One statement of a transaction has failed, and with it all that follow. */
const ABORTED = '25P02'

/** The rows that one read may examine. */
const ROW_BUDGET = 2000
/** A slow read delays at most this many others. */
const TOGETHER_MAX = 32

type Read = (connection: Connection) => Promise<void>

/**
 * All reads of one tick share a connection and a transaction. Their queries are pipelined: none waits for the result of
 * another, and reads of single records of the same resource become one query.
 */
export function pipelinedReads(
  pool: PostgresPool,
  alone: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>,
) {
  const wait = batchPerTick<Read>((reads) => {
    for (let from = 0; from < reads.length; from += TOGETHER_MAX)
      readTogether(pool, reads.slice(from, from + TOGETHER_MAX))
  })
  return <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const isInnocent = (error: { code?: string }) => error instanceof RowBudgetExceeded || error.code === ABORTED
      const repeat = (error: { code?: string }) => {
        // Not awaited, so that the connection of the other reads is returned first.
        if (isInnocent(error)) alone(work).then(resolve, reject)
        else reject(error)
      }
      // All reads of a tick run in the context of the first one; a slow one goes on in the trace of its own request.
      const again = tracing ? AsyncResource.bind(repeat) : repeat
      wait((connection) => work(connection).then(resolve, again))
    })
}

async function readTogether(pool: PostgresPool, reads: readonly Read[]): Promise<void> {
  const client = await pool.connect().catch((error) => error as Error)
  if (client instanceof Error) {
    const refuse: Connection = { query: () => Promise.reject(client) }
    await Promise.all(reads.map((read) => read(refuse)))
    return
  }
  sendBatched(client)
  client.query(client.begin(READING)).catch(() => {}) // if it fails, so does every query, and its caller gets the error
  const connection = gathering((query) => send(client, query))
  await Promise.all(reads.map((read) => read(connection)))
  client.query('COMMIT').then(
    () => client.release(),
    () => client.release(true),
  )
}

interface Asked {
  readonly id: unknown
  resolve(rows: readonly Values[]): void
  reject(error: unknown): void
}

/** Reads of single records of the same resource in one tick become one query. */
function gathering(ask: Connection['query']): Connection {
  const asked = new Map<string, Asked[]>()

  async function askAll({ sql, name }: NonNullable<Query['many']>, all: readonly Asked[]): Promise<void> {
    try {
      const ids = [...new Set(all.map(({ id }) => id))]
      const rows = await ask({ sql, name, parameters: [ids] })
      const byId = new Map(rows.map((row) => [row[0], row]))
      for (const { id, resolve } of all) resolve(byId.has(id) ? [byId.get(id)!] : [])
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  return {
    rowBudget: ROW_BUDGET,
    query(query) {
      const { many } = query
      if (!many) return ask(query)
      return new Promise((resolve, reject) => {
        const all = asked.get(many.name) ?? []
        if (all.length === 0) {
          asked.set(many.name, all)
          queueMicrotask(() => {
            asked.delete(many.name)
            askAll(many, all)
          })
        }
        all.push({ id: query.parameters[0], resolve, reject })
      })
    },
  }
}
