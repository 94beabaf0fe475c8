// The process for reads that take long. The server kills it when a result is no longer wanted; it only reads, so nothing is lost.
import type { Values } from '../engine.ts'
import { SqliteConnection } from './connection.ts'
import type { Answer, Request } from './slow-reader.ts'

/** Rows that lie anywhere in the file are found several times faster when it is mapped into memory. */
const MAPPED_BYTES = 2_147_418_112

const transactions = new Map<number, SqliteConnection>()
const free: SqliteConnection[] = []

function open(): SqliteConnection {
  const connection = new SqliteConnection(process.argv[2]!, true)
  connection.exec(`PRAGMA mmap_size=${MAPPED_BYTES}`)
  return connection
}

/** Keeps the connection for the next transaction, unless SQLite has ended its transaction after an error. */
function release(connection: SqliteConnection): void {
  try {
    connection.exec('COMMIT')
    free.push(connection)
  } catch {
    connection.close()
  }
}

async function answerTo(request: Request): Promise<readonly Values[]> {
  const { transaction } = request
  if (request.kind === 'query') return transactions.get(transaction)!.query(request.query)
  if (request.kind === 'begin') {
    const connection = free.pop() ?? open()
    transactions.set(transaction, connection)
    connection.exec('BEGIN')
  } else {
    const connection = transactions.get(transaction)
    transactions.delete(transaction)
    if (connection) release(connection)
  }
  return []
}

process.on('message', async (request: Request) => {
  const { id } = request
  const answer = await answerTo(request).then(
    (rows): Answer => ({ id, rows }),
    ({ message, errcode }): Answer => ({ id, error: { message, ...(errcode !== undefined && { errcode }) } }),
  )
  process.send!(answer, () => {})
})
// A terminal or a service manager may signal the whole group: reads that the server still answers must end well.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
