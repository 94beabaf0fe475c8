import { type Column, REMOVED_COLUMN } from '../db/table.ts'
import type { Stages } from '../model/stage.ts'
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
    for (const { name, retained, document } of snapshot.documents)
      if (retained && document.statuses) await checkRemoved(snapshot, name, document.statuses, protocol)
  },
}

/** What counts is not out of sight. */
async function checkRemoved({ engine, offenders }: Snapshot, table: string, stages: Stages, protocol: Protocol) {
  const stopped = Object.keys(stages).filter((status) => stages[status] === 'stopped')
  const removed = engine.builder.selectFrom(`${table} as row`).where(`row.${REMOVED_COLUMN}`, 'is not', null)
  protocol.faults(await offenders(removed.where('row.status', 'not in', stopped)), `It is removed, but not ${stopped}.`)
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
