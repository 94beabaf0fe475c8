import type { Connection, WriteLock } from '../engine.ts'
import { SqliteConnection } from './connection.ts'
import { markCommit, whenFree } from './lane.ts'

/** A transaction of its own, on a connection of its own: the write queue goes on when it has ended. */
export async function inSchemaChange<T>(
  file: string,
  lock: WriteLock,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await lock.acquire()
  const connection = SqliteConnection.forWriting(file)
  try {
    await whenFree(() => connection.exec('BEGIN IMMEDIATE'))
    const result = await work(connection)
    markCommit(connection)
    connection.exec('COMMIT')
    return result
  } finally {
    connection.close() // rolls back what was not committed
    lock.release()
  }
}
