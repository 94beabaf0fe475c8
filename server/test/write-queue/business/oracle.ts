import type { Values } from '../../../src/db/engine.ts'
import type { Database } from '../database/database.ts'
import type { Effect } from './run.ts'
import { KEYS } from './step.ts'

const TAKEN_CODE = KEYS.codes[0]

/** What is there before the first request. */
export function fill(database: Database, stock: number, seriesAreThere: boolean): void {
  const set = (table: string, key: string, ...values: Values) => database.set(table, key, [key, ...values])
  for (const item of KEYS.items) set('items', item, stock)
  for (const doc of KEYS.docs) set('docs', doc, 0)
  for (const key of KEYS.touches) set('touches', key, 0)
  for (const meter of KEYS.meters) set('meters', meter, 0)
  for (const head of KEYS.heads) set('heads', head, 0, '')
  set('codes', TAKEN_CODE, 'an earlier request')
  for (const series of KEYS.series) {
    set('counted', series, 0)
    set('guards', series)
    if (seriesAreThere) set('series', series, 0)
  }
}

/** What is wrong with the committed rows, given that each receipt says what its request has done. */
export function findProblems(database: Database, stock: number): string[] {
  const problems: string[] = []
  const rowsOf = (table: string) => [...database.table(table).values()]
  const valueIn = (table: string, key: string, index = 1) => database.table(table).get(key)?.[index] ?? 0
  const expect = (what: string, actual: unknown, wanted: unknown) => {
    if (actual !== wanted) problems.push(`${what} is ${actual}, and should be ${wanted}`)
  }
  const receipts = database.table('receipts')
  const sums = new Map<string, number>()
  for (const [, effects] of receipts.values())
    for (const [kind, key, amount] of effects as Effect[])
      sums.set(`${kind} ${key}`, (sums.get(`${kind} ${key}`) ?? 0) + amount)
  const sumOf = (kind: string, key: string) => sums.get(`${kind} ${key}`) ?? 0

  for (const item of KEYS.items) {
    expect(`the stock of ${item}`, valueIn('items', item), stock + sumOf('stock', item))
    if ((valueIn('items', item) as number) < 0) problems.push(`the stock of ${item} is negative`)
  }
  for (const series of KEYS.series) {
    const numbers = rowsOf('numbers').flatMap(([, of, number]) => (of === series ? [number as number] : []))
    const count = sumOf('number', series)
    expect(`the numbers of ${series}`, numbers.sort((a, b) => a - b).join(), upTo(count).join())
    expect(`the last number of ${series}`, valueIn('series', series), count)
    expect(`the count of ${series}`, valueIn('counted', series), sumOf('counted', series))
  }
  expect('the last number of the terms', valueIn('series', 'terms'), sumOf('terms', ''))
  const lines = Map.groupBy(rowsOf('lines'), ([parent]) => parent as string)
  for (const [doc, total] of rowsOf('docs') as [string, number][]) {
    expect(`the total of ${doc}`, total, sumOf('lines', doc))
    expect(`the lines of ${doc}`, lines.get(doc)?.length ?? 0, total)
  }
  for (const code of KEYS.codes) {
    const before = code === TAKEN_CODE ? 1 : 0
    expect(`the code ${code}`, database.table('codes').has(code) ? 1 : 0, before + sumOf('code', code))
  }
  for (const meter of KEYS.meters) expect(meter, valueIn('meters', meter), sumOf('meter', meter))
  for (const key of KEYS.touches) expect(`touches of ${key}`, valueIn('touches', key), sumOf('touch', key))
  for (const key of KEYS.replies)
    expect(`replies to ${key}`, database.table('replies').has(key) ? 1 : 0, sumOf('reply', key))
  expect('the tally of receipts', valueIn('tallies', 'receipts'), receipts.size)
  expect('marks', rowsOf('marks').flat().sort().join(), [...receipts.keys()].sort().join())
  problems.push(...findBreaks(database))
  return problems
}

/** Where an audit chain is broken, or does not hold each receipt once. */
function findBreaks(database: Database): string[] {
  const problems: string[] = []
  const entries = database.table('audit')
  const sealed = new Set<unknown>()
  for (const [head, length, last] of database.table('heads').values() as Iterable<[string, number, string]>) {
    let previous: unknown = ''
    for (const position of upTo(length)) {
      const [, run, before] = entries.get(`${head}/${position}`) ?? []
      if (before !== previous) problems.push(`${head}/${position} follows ${before}, and should follow ${previous}`)
      sealed.add(run)
      previous = run
    }
    if (previous !== last) problems.push(`${head} ends with ${last}, and should end with ${previous}`)
  }
  const missing = [...database.table('receipts').keys()].filter((run) => !sealed.has(run))
  if (missing.length > 0) problems.push(`the audit chains lack ${missing}`)
  if (entries.size !== sealed.size || sealed.size !== database.table('receipts').size)
    problems.push(`the audit chains have ${entries.size} entries for ${database.table('receipts').size} receipts`)
  return problems
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
