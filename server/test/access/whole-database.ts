import { everyResource } from '../../src/app/every-resource.ts'
import type { Engine } from '../../src/db/engine.ts'
import { tableOf } from '../../src/db/table.ts'

/** Every table that the service keeps, beside those of its resources. */
const OTHERS = ['series', 'tallies', 'secrets']

/** All that is stored, as one text to look for something in. */
export async function wholeDatabase({ builder, reader, describe }: Engine): Promise<string> {
  const tables = everyResource()
    .map(tableOf)
    .flatMap(({ name, lines }) => [name, ...lines.map((line) => line.name)])
  const texts: string[] = []
  for (const table of [...tables, ...OTHERS]) {
    if ((await describe(reader, table)).columns.length === 0) continue
    const rows = await reader.query(builder.selectFrom(table).selectAll().compile())
    texts.push(...rows.map((row) => JSON.stringify(row)))
  }
  return texts.join('\n')
}
