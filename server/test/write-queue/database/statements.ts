import type { Query, Values } from '../../../src/db/engine.ts'
import { Blocked, DatabaseError, type Transaction } from './database.ts'

const NO_ROWS: readonly Values[] = []
/** To which tables rows point, and the column that does. */
const FOREIGN_KEYS: ReadonlyMap<string, { readonly target: string; readonly column: number }> = new Map([
  ['lines', { target: 'docs', column: 0 }],
])

/** Lines are rows of one document, so their key has two parts. */
export const keyOf = (table: string, row: Values): string =>
  table === 'lines' ? `${row[0]}/${row[1]}` : (row[0] as string)

type Result = readonly Values[] | Blocked

/** Carries out a statement of the simulated database: `sql` is a verb, and `parameters` are what it is about. */
export function execute(transaction: Transaction, { sql, table = '', parameters, name = '' }: Query): Result {
  const [first, second, third] = parameters as [string, never, never]
  switch (sql) {
    case 'select':
      return selected(transaction, table, first)
    case 'select many':
      return (parameters[0] as readonly string[]).flatMap((key) => selected(transaction, table, key))
    case 'scan':
      return transaction.rows(table)
    case 'lock':
      return lockFree(transaction, table, parameters[0] as readonly string[])
    case 'wait':
      return lockWaiting(transaction, table, parameters[0] as readonly string[])
    case 'claim':
      return (parameters[0] as readonly string[]).map((key) => [key, transaction.lock(`claim ${key}`)])
    case 'insert':
      return insert(transaction, table, [parameters])
    case 'update':
      return change(transaction, table, first, (row) => row && parameters)
    case 'put':
      return change(transaction, table, first, () => parameters)
    case 'add':
      return change(transaction, table, first, (row) => [first, ((row?.[1] as number) ?? 0) + (second as number)])
    case 'delete':
      return change(transaction, table, first, () => undefined)
    case 'delete lines':
      return deleteLines(transaction, first)
    case 'add if missing':
      return change(transaction, first, second, (row) => row ?? [second, third])
    case 'touch':
      return touch(transaction, [first])
    case 'touch all':
      return touch(
        transaction,
        transaction
          .rows('touches')
          .map(([key]) => key as string)
          .sort(),
      )
    default:
      return insertMany(transaction, name, parameters)
  }
}

function selected(transaction: Transaction, table: string, key: string): readonly Values[] {
  if (table === 'lines')
    return transaction
      .rows(table)
      .filter(([parent]) => parent === key)
      .sort((a, b) => (a[1] as number) - (b[1] as number))
  const row = transaction.get(table, key)
  return row ? [row] : NO_ROWS
}

function lockFree(transaction: Transaction, table: string, keys: readonly string[]): readonly Values[] {
  return keys.flatMap((key) => {
    const row = transaction.get(table, key)
    return row ? [[...row, transaction.lock(`${table} ${key}`)]] : []
  })
}

/** Rows that another transaction is adding are not seen, and not waited for. */
function lockWaiting(transaction: Transaction, table: string, keys: readonly string[]): Result {
  for (const key of keys)
    if (transaction.get(table, key) && !transaction.lock(`${table} ${key}`)) return new Blocked(`${table} ${key}`)
  return lockFree(transaction, table, keys)
}

function change(
  transaction: Transaction,
  table: string,
  key: string,
  changed: (row: Values | undefined) => Values | undefined,
): Result {
  if (!transaction.lock(`${table} ${key}`)) return new Blocked(`${table} ${key}`)
  const before = transaction.get(table, key)
  const after = changed(before)
  if (before || after) transaction.put(table, key, after)
  return NO_ROWS
}

/** Adds one to rows that are there, and returns them. */
function touch(transaction: Transaction, keys: readonly string[]): Result {
  const taken = keys.find((key) => !transaction.lock(`touches ${key}`))
  if (taken !== undefined) return new Blocked(`touches ${taken}`)
  for (const key of keys) transaction.put('touches', key, [key, (transaction.get('touches', key)![1] as number) + 1])
  return keys.flatMap((key) => selected(transaction, 'touches', key))
}

function deleteLines(transaction: Transaction, parent: string): Result {
  for (const row of selected(transaction, 'lines', parent)) {
    const result = change(transaction, 'lines', keyOf('lines', row), () => undefined)
    if (result instanceof Blocked) return result
  }
  return NO_ROWS
}

function insert(transaction: Transaction, table: string, rows: readonly Values[]): Result {
  // A row that another transaction is adding or deleting is waited for.
  for (const row of rows) {
    const lock = `${table} ${keyOf(table, row)}`
    if (!transaction.lock(lock)) return new Blocked(lock)
  }
  const pointing = FOREIGN_KEYS.get(table)
  for (const row of rows) {
    const key = keyOf(table, row)
    if (transaction.get(table, key)) throw new DatabaseError('duplicate', `${table} ${key} exists already`)
    if (pointing && !transaction.get(pointing.target, row[pointing.column] as string))
      throw new DatabaseError('constraint', `${table} ${key} points to nothing`)
    transaction.put(table, key, row)
  }
  return NO_ROWS
}

/** Inserts that were merged into one statement: its name says into which table, and how many. */
function insertMany(transaction: Transaction, name: string, values: Values): Result {
  const [verb, table, times] = name.split(' ')
  if (verb !== 'insert') throw new Error(`There is no such statement: ${name}`)
  const width = values.length / Number(times!.slice(1))
  const rows = Array.from({ length: values.length / width }, (_, index) =>
    values.slice(index * width, (index + 1) * width),
  )
  return insert(transaction, table!, rows)
}
