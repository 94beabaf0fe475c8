import type { Column } from '../db/table.ts'
import type { Books } from './books.ts'
import type { Check, Protocol } from './check.ts'

export const statuses: Check = {
  name: 'statuses',
  promise: 'Statuses, and all else that is chosen from a list, are among the declared choices.',
  async run(books, protocol) {
    for (const { name, columns, lines } of books.tables) {
      await checkChoices(books, name, columns, protocol)
      for (const line of lines) await checkChoices(books, line.name, line.columns, protocol)
    }
  },
}

async function checkChoices(books: Books, table: string, columns: readonly Column[], protocol: Protocol) {
  const { engine, connection } = books
  for (const { name, field } of columns) {
    if (!field.options.choices) continue
    const chosen = engine.builder.selectFrom(`${table} as row`).where(`row.${name}`, 'is not', null)
    const [row] = await connection.query(chosen.select(({ fn }) => fn.countAll().as('count')).compile())
    protocol.looked(Number(row![0]))
    const unknown = chosen.where(`row.${name}`, 'not in', [...field.options.choices])
    protocol.faults(await books.offenders(unknown), `Its ${name} is none of ${field.options.choices.join(', ')}.`)
  }
}
