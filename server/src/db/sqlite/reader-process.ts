// The process for one slow read at a time. The server kills it when a result is no longer wanted; it only reads, so nothing is lost.
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import type { Values } from '../engine.ts'
import { SqliteConnection } from './connection.ts'
import type { Answer, Request } from './slow-reader.ts'

/** Rows that lie anywhere in the file are found several times faster when it is mapped into memory. */
const MAPPED_BYTES = 2_147_418_112

/** Kept for the next read, unless SQLite has ended its transaction after an error. */
let connection: SqliteConnection | undefined

function open(): SqliteConnection {
  const opened = new SqliteConnection(process.argv[2]!, true)
  opened.exec(`PRAGMA mmap_size=${MAPPED_BYTES}`)
  return opened
}

function begin(): void {
  connection ??= open()
  connection.exec('BEGIN')
}

function end(): void {
  try {
    connection?.exec('COMMIT')
  } catch {
    connection?.close()
    connection = undefined
  }
}

function rowsFor(request: Request): readonly Values[] {
  if (request.kind === 'query') return connection!.run(request.query)
  if (request.kind === 'begin') begin()
  else end()
  return []
}

function answerTo(request: Request): Answer {
  const { id } = request
  try {
    return { id, rows: rowsFor(request) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { id, error: { message, ...(errcode !== undefined && { errcode }) } }
  }
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL) // other requests come first
flushCompileCache() // Node writes it at a regular end; this process is killed
process.on('message', (request: Request) => process.send!(answerTo(request), () => {}))
// A terminal or a service manager may signal the whole group: reads that the server still answers must end well.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
