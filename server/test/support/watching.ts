import type { Connection, Engine, Query } from '../../src/db/engine.ts'

/** Lets something happen between the first read that finds this text and the next read. */
export async function afterFirstRead<T>(
  engine: Engine,
  text: string,
  happen: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { read } = engine
  let hasHappened = false
  engine.read = async (reads) => {
    let isFound = false
    const watched = (connection: Connection): Connection => ({
      ...connection,
      async query(query) {
        const rows = await connection.query(query)
        isFound ||= !hasHappened && JSON.stringify(rows).includes(text)
        return rows
      },
    })
    const result = await read((connection) => reads(watched(connection)))
    if (isFound && !hasHappened) {
      hasHappened = true
      await happen()
    }
    return result
  }
  try {
    return await work()
  } finally {
    engine.read = read
  }
}

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
