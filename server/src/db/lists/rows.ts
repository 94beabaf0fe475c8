import type { Select, Values } from '../engine.ts'
import type { Table } from '../table.ts'
import { composedOf, type Part } from './conditions.ts'
import { ordered, partsOn, rangesAfter } from './course.ts'
import type { Course, Listing } from './listing.ts'

/** Which rows of a list are wanted. */
export interface Stretch {
  readonly offset: number
  readonly limit: number
  /** Of what the index leads to, only so many rows are looked at: then fewer may be found than there are. */
  readonly within?: number
}

export async function rowsOn(listing: Listing, course: Course, wanted: Stretch): Promise<readonly Values[]> {
  const [first, second] = rangesAfter(listing, course)
  const rows = await rowsIn(listing, course, first!, wanted)
  if (rows.length === wanted.limit || wanted.within !== undefined || !second) return rows
  return [...rows, ...(await rowsIn(listing, course, second, { offset: 0, limit: wanted.limit - rows.length }))]
}

/** The ids are found in the index alone; only the rows of the page are read. */
function rowsIn(
  listing: Listing,
  course: Course,
  range: readonly Part[],
  stretch: Stretch,
): Promise<readonly Values[]> {
  const { engine, connection, table, query } = listing
  const { offset, limit, within } = stretch
  const { leading, others } = partsOn(listing, course)
  const lead = course.lead ? ` by ${course.lead[0].path}` : ''
  const extent = `${offset > 0 ? 'from a row ' : ''}${within === undefined ? '' : 'within some '}`
  const head = `${course.kind}${lead} ${extent}of ${table.name} by ${query.sort} ${query.order}`
  const more = [limit, ...(offset > 0 ? [offset] : []), ...(within === undefined ? [] : [within])]
  const groups = within === undefined ? [[...leading, ...range, ...others]] : [[...leading, ...range], others]
  const { builder } = engine
  const statement = composedOf(engine, head, groups, more, ([first, second], holes) => {
    const [most, from] = holes
    const whole: Select = builder.selectFrom(table.name).where(first!)
    const looked = () => ordered(whole.selectAll(), listing, course).limit(holes.at(-1)!)
    const matching: Select = second ? builder.selectFrom(looked().as('looked')).where(second) : whole
    if (offset === 0) return ordered(matching.select(names(table)), listing, course).limit(most!)
    const ids = ordered(matching.select('id'), listing, course).limit(most!).offset(from!)
    return ordered(builder.selectFrom(table.name).select(names(table)).where('id', 'in', ids), listing, course)
  })
  return connection.query(statement)
}

const names = (table: Table) => table.columns.map(({ name }) => name)
