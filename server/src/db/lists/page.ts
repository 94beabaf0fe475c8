import { type Select, TooLong, type Values } from '../engine.ts'
import type { Table } from '../table.ts'
import { composedOf, type Part } from './conditions.ts'
import { ordered, partsOn, rangesAfter } from './course.ts'
import { type Course, type Listing, ledBy, WALK } from './listing.ts'
import { FEW, type Sizes } from './sizes.ts'
import { nameOf } from './total.ts'
import type { KnownLists } from './total-cache.ts'

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

/** So many entries of an index are passed over while others wait. */
const PASSED_OVER_MAX = 20_000
/** On the thread for slow reads, this many rows are examined before another access path is tried. */
const LOOKED_AT_MAX = 10_000

/** A page of a list that is one stretch of an index. Unless the total tells, one row more shows whether it goes on. */
export async function pageOn(listing: Listing, course: Course, total?: number): Promise<readonly Values[]> {
  return fromNearerEnd(listing, total, (seen, wanted) => {
    if (listing.connection.patience !== undefined && wanted.offset > PASSED_OVER_MAX) throw new TooLong()
    return rowsOn(seen, course, wanted)
  })
}

/** A page of a list in which rows must be looked at that do not belong to it. */
export async function pageSought(
  listing: Listing,
  sizes: Sizes,
  total?: number,
  known?: KnownLists,
): Promise<readonly Values[]> {
  const { course, reach } = courseFor(listing, sizes)
  return fromNearerEnd(listing, total, async (seen, wanted) => {
    if (reach <= FEW) return rowsOn(seen, course, wanted)
    const found = await metOnTheWay(seen, { course, reach }, wanted, total, known)
    if (found) return found
    if (listing.connection.patience !== undefined) throw new TooLong()
    return rowsOn(seen, surestCourse(course, sizes), wanted)
  })
}

interface Prospect {
  readonly course: Course
  /** So many rows have to be looked at, at most. */
  readonly reach: number
}

/** Where many belong to the list, walking along meets a page of them soon; but not if all of them stand at the far end. */
async function metOnTheWay(
  listing: Listing,
  { course, reach }: Prospect,
  wanted: Stretch,
  total?: number,
  known?: KnownLists,
): Promise<readonly Values[] | undefined> {
  const { engine, connection, query } = listing
  const within = connection.patience ?? LOOKED_AT_MAX
  const { offset, limit } = wanted
  const list = `${nameOf(listing)} by ${query.sort} ${query.order}`
  if (total !== undefined && ((offset + limit) * reach) / total > within) return undefined
  // A database that chooses by itself cannot be told when to stop, but it knows what is where.
  if (!engine.unled) return total === undefined ? undefined : rowsOn(listing, course, wanted)
  if (known?.isTedious(list)) return undefined
  const rows = await rowsOn(listing, course, { ...wanted, within })
  if (rows.length === Math.min(limit, (total ?? Number.POSITIVE_INFINITY) - offset)) return rows
  known?.noteTedious(list)
  return undefined
}

/** The way on which the fewest rows have to be looked at. */
function courseFor({ table, query }: Listing, { all, leads }: Sizes): Prospect {
  const [fewest] = leads
  if (fewest && fewest.size <= FEW) {
    const course = ledBy(table, query, fewest.lead) ?? { kind: 'gather', lead: fewest.lead }
    return { course, reach: fewest.size }
  }
  for (const { lead, size } of leads) {
    const course = ledBy(table, query, lead)
    if (course) return { course, reach: size }
  }
  return { course: WALK, reach: all }
}

/** Walking on may take the whole table; gathering what the best filter leaves takes that and no more. */
function surestCourse(course: Course, { leads: [fewest] }: Sizes): Course {
  return course.lead || !fewest ? course : { kind: 'gather', lead: fewest.lead }
}

/** Reads a page by number from whichever end of the list is nearer; on from a cursor there is but one way. */
async function fromNearerEnd(
  listing: Listing,
  total: number | undefined,
  read: (listing: Listing, wanted: Stretch) => Promise<readonly Values[]>,
): Promise<readonly Values[]> {
  const { page = 1, perPage, order, after } = listing.query
  const offset = (page - 1) * perPage
  if (total === undefined || after) return read(listing, { offset, limit: perPage + 1 })
  if (offset <= total / 2) return read(listing, { offset, limit: perPage })
  const count = Math.min(perPage, total - offset)
  const turned: Listing = { ...listing, query: { ...listing.query, order: order === 'asc' ? 'desc' : 'asc' } }
  const rows = await read(turned, { offset: total - offset - count, limit: count })
  return rows.toReversed()
}
