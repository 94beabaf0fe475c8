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
    const select = engine.builder.selectFrom(TABLE).select('value').where('name', '=', name)
    const [row] = await connection.query(select.compile())
    return row![0] as string
  })
}
