import type { Column } from '../db/table.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

export const statuses: Check = {
  name: 'statuses',
  promise: 'Statuses, and all else that is chosen from a list, are among the declared choices.',
  async run(snapshot, protocol) {
    for (const { name, columns, lines } of snapshot.tables) {
      await checkChoices(snapshot, name, columns, protocol)
      for (const line of lines) await checkChoices(snapshot, line.name, line.columns, protocol)
    }
  },
}

async function checkChoices(snapshot: Snapshot, table: string, columns: readonly Column[], protocol: Protocol) {
  const { engine, connection } = snapshot
  for (const { name, field } of columns) {
    if (!field.options.choices) continue
    const chosen = engine.builder.selectFrom(`${table} as row`).where(`row.${name}`, 'is not', null)
    const [row] = await connection.query(chosen.select(({ fn }) => fn.countAll().as('count')).compile())
    protocol.looked(Number(row![0]))
    const unknown = chosen.where(`row.${name}`, 'not in', [...field.options.choices])
    protocol.faults(await snapshot.offenders(unknown), `Its ${name} is none of ${field.options.choices.join(', ')}.`)
  }
}
