// How the database goes about a list: which statements it gets, and whether it reads or sorts more than it must.
import { escapeLiteral } from 'pg'
import type { Query, Values } from '../../src/db/engine.ts'
import type { Kontor } from '../support/kontor.ts'
import { watching } from '../support/watching.ts'

/** The statements on these tables that one request leads to. */
export async function statementsOf(kontor: Kontor, tables: readonly string[], address: string): Promise<Query[]> {
  const seen: Query[] = []
  const note = (query: Query) => {
    if (tables.some((table) => query.sql.includes(`from "${table}"`))) seen.push(query)
  }
  const { status, text } = await watching(kontor.engine, note, () => kontor.get(address))
  if (status !== 200) throw new Error(`${address}: ${text}`)
  return seen
}

/** What is wrong with how the database runs a statement; nothing, if it walks an index and stops in time. */
export const faultsOf = (kontor: Kontor, query: Query, rowsMax: number): Promise<string[]> =>
  kontor.database.name === 'SQLite' ? embeddedFaults(kontor, query) : servedFaults(kontor, query, rowsMax)

/** `SCAN items` without an index reads the table; with one it walks the index in order, which a limit ends. */
async function embeddedFaults({ engine }: Kontor, query: Query): Promise<string[]> {
  const rows = await engine.reader.query({ ...query, sql: `explain query plan ${query.sql}` })
  const isFiltered = !/where (1 = 1|"removedAt" is null) (order|limit)/.test(query.sql)
  const isOfOnePage = /where "\w+" in \(\?/.test(query.sql) // the few rows that belong to a page may well be sorted
  const steps = rows.map((row) => String(row[3])).filter((step) => !/^SCAN (found|looked)$/.test(step)) // few by themselves
  return steps.filter(
    (step) =>
      (/TEMP B-TREE/.test(step) && !isOfOnePage) ||
      (/^SCAN /.test(step) && (isFiltered || !/ USING .*INDEX/.test(step))),
  )
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Carried out for real: an index may be used and yet be read from end to end; a few rows may well be sorted. */
async function servedFaults({ engine }: Kontor, query: Query, rowsMax: number): Promise<string[]> {
  const { sql, parameters } = query
  const [row] = await engine.reader.query({ sql: `explain (analyze, format json) ${sql}`, parameters })
  return faultsIn(row!, rowsMax)
}

/** The same for the plan that PostgreSQL keeps of a prepared statement: it is made for any values, not for these. */
export const faultsOfKeptPlan = ({ engine }: Kontor, { sql, parameters }: Query, rowsMax: number): Promise<string[]> =>
  engine.snapshot(async (connection) => {
    const run = (text: string) => connection.query({ sql: text, parameters: [] })
    await run('set local plan_cache_mode = force_generic_plan')
    await run(`prepare kept as ${sql}`)
    const values = parameters.map((value) => (typeof value === 'number' ? value : escapeLiteral(String(value))))
    const [row] = await run(`explain (analyze, format json) execute kept${values.length > 0 ? `(${values})` : ''}`)
    await run('deallocate kept')
    return faultsIn(row!, rowsMax)
  })

function faultsIn([json]: Values, rowsMax: number): string[] {
  const [{ Plan }] = json as [{ Plan: PlanNode }]
  return nodesOf(Plan).flatMap((node) => {
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    return rows > rowsMax ? [`${node['Node Type']} over ${rows} rows`] : []
  })
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
