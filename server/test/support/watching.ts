import type { Connection, Engine, Query } from '../../src/db/engine.ts'

/** Tells of every statement that is read with while the work lasts. */
export async function watching<T>(engine: Engine, tell: (query: Query) => void, work: () => Promise<T>): Promise<T> {
  const { read } = engine
  const watched = (connection: Connection): Connection => ({
    ...connection,
    query(query) {
      tell(query)
      return connection.query(query)
    },
  })
  engine.read = (reads) => read((connection) => reads(watched(connection)))
  try {
    return await work()
  } finally {
    engine.read = read
  }
}
