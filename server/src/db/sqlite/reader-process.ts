// The process for one slow read at a time. The server kills it when a result is no longer wanted; it only reads, so nothing is lost.
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { channelToProcess } from '../../core/rpc/channel.ts'
import { serve } from '../../core/rpc/rpc.ts'
import { SqliteConnection } from './connection.ts'
import { READER, type ReaderServices } from './slow-reader.ts'

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

setPriority(constants.priority.PRIORITY_BELOW_NORMAL) // other requests come first
flushCompileCache() // Node writes it at a regular end; this process is killed
serve(channelToProcess(process), READER, {
  begin,
  end,
  query: (query) => connection!.run(query),
} satisfies ReaderServices)
// A terminal or a service manager may signal the whole group: reads that the server still answers must end well.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
