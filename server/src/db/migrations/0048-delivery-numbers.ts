import { sql } from 'kysely'
import { type Migration, required, type SchemaChange } from '../schema-change.ts'
import { keyColumnOf } from '../table.ts'

const TABLE = 'deliveries'
const COLUMN = 'deliveryNumber'
const KEY = keyColumnOf(COLUMN)

/** Deliveries have numbers. Those that are there already get theirs in the order in which they were entered. */
export const deliveryNumbers: Migration = {
  name: '0048-delivery-numbers',
  async up(schema) {
    await schema.addColumn(TABLE, COLUMN, required.text, '')
    await schema.addColumn(TABLE, KEY, required.text, '')
    await numberAll(schema)
    await schema.createUniqueIndex(TABLE, COLUMN)
    await schema.addSortKeys(TABLE, COLUMN)
  },
}

async function numberAll(schema: SchemaChange): Promise<void> {
  const { builder } = schema
  const table = sql.table(TABLE)
  const year = sql`substr(${sql.ref('deliveryDate')}, 1, 4)`
  const digits = sql`cast(n as text)`
  const padded = sql`case when n < 100000 then substr('00000' || ${digits}, length(${digits}) + 1) else ${digits} end`
  const counted = sql`select id, ${year} as year, row_number() over (partition by ${year} order by id) as n from ${table}`
  const numbered = sql`select id, 'DN-' || year || '-' || ${padded} as number from (${counted}) as counted`
  const update = sql`update ${table} set ${sql.ref(COLUMN)} = numbered.number, ${sql.ref(KEY)} = lower(numbered.number)
    from (${numbered}) as numbered where ${table}.id = numbered.id`
  const series = sql`insert into series (name, last, ${sql.ref('lastDate')})
    select 'deliveries DN-' || ${year} || '-{number}', count(*), max(${sql.ref('deliveryDate')}) from ${table} group by ${year}`
  for (const statement of [update, series]) await schema.run({ compile: () => statement.compile(builder) })
}
