import type { ForeignKey } from '../db/engine.ts'
import type { Column, Table } from '../db/table.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

export const references: Check = {
  name: 'references',
  promise: 'Whatever points to another record points to one that exists.',
  async run(snapshot, protocol) {
    const known = await snapshot.engine.foreignKeys(snapshot.connection)
    const all = [...known, ...snapshot.tables.flatMap(declaredBy)]
    const distinct = new Map(all.map((key) => [`${key.table} ${key.column} ${key.target}`, key]))
    for (const key of distinct.values()) await checkKey(snapshot, key, protocol)
  },
}

/** What the declarations call a reference; the database does not guard all of them. */
function declaredBy({ name, columns, lines }: Table): ForeignKey[] {
  const pointing = (table: string, candidates: readonly Column[]) =>
    candidates.flatMap(({ name: column, field: { options } }) =>
      options.target ? [{ table, column, target: options.target }] : [],
    )
  return [...pointing(name, columns), ...lines.flatMap((line) => pointing(line.name, line.columns))]
}

async function checkKey(snapshot: Snapshot, { table, column, target }: ForeignKey, protocol: Protocol): Promise<void> {
  const { engine, connection } = snapshot
  const pointing = engine.builder.selectFrom(`${table} as row`).where(`row.${column}`, 'is not', null)
  const [row] = await connection.query(pointing.select(({ fn }) => fn.countAll().as('count')).compile())
  protocol.looked(Number(row![0]))
  const dangling = pointing.leftJoin(`${target} as owner`, 'owner.id', `row.${column}`).where('owner.id', 'is', null)
  protocol.faults(await snapshot.offenders(dangling), `Its ${column} is none of the ${target}.`)
}
