import type { Engine } from './engine.ts'

const TABLE = 'secrets'

/** A secret that all processes on one database share. The first to ask makes it. */
export function keptSecret(engine: Engine, name: string, fresh: () => string): Promise<string> {
  return engine.write(async (connection) => {
    const insert = engine.builder
      .insertInto(TABLE)
      .values({ name, value: fresh() })
      .onConflict((conflict) => conflict.column('name').doNothing())
    await connection.query(insert.compile())
    const [row] = await connection.query(selectOf(engine, name))
    return row![0] as string
  })
}

export async function readSecret(engine: Engine, name: string): Promise<string | undefined> {
  const [row] = await engine.reader.query(selectOf(engine, name))
  return row?.[0] as string | undefined
}

export async function writeSecret(engine: Engine, name: string, value: string): Promise<void> {
  const upsert = engine.builder
    .insertInto(TABLE)
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
  await engine.write((connection) => connection.query(upsert.compile()))
}

/** Replaces a value only if it is still what the caller has read, so that of several processes one succeeds. */
export async function replaceSecret(engine: Engine, name: string, before: string, value: string): Promise<boolean> {
  const update = engine.builder
    .updateTable(TABLE)
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', before)
    .returning('name')
  return (await engine.write((connection) => connection.query(update.compile()))).length > 0
}

export async function removeSecret(engine: Engine, name: string): Promise<void> {
  const removal = engine.builder.deleteFrom(TABLE).where('name', '=', name)
  await engine.write((connection) => connection.query(removal.compile()))
}

const selectOf = ({ builder }: Engine, name: string) =>
  builder.selectFrom(TABLE).select('value').where('name', '=', name).compile()
