import type { Query, Values } from '../../../src/db/engine.ts'

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  docs: ['id', 'total'],
  lines: ['parent', 'position', 'run'],
  numbers: ['id', 'series', 'number'],
  codes: ['code', 'run'],
  replies: ['key', 'run'],
  marks: ['run'],
  receipts: ['run', 'effects'],
  audit: ['id', 'run', 'previous'],
}

/** Statements in the shapes that the real ones have. */
export class Queries {
  readonly #hasRivals: boolean

  constructor(hasRivals: boolean) {
    this.#hasRivals = hasRivals
  }

  get(table: string, key: string): Query {
    const many = { sql: 'select many', name: `get some ${table}` }
    const name = `get ${table}`
    return { sql: 'select', name, many, effect: 'read', table, keys: [key], parameters: [key], rows: 'all' }
  }

  lock(table: string, key: string): Query {
    if (!this.#hasRivals) return { ...this.get(table, key), effect: 'lock' }
    const waiting = { sql: 'wait', name: `wait for ${table}` }
    const name = `lock ${table}`
    return { sql: 'lock', name, waiting, effect: 'lock', table, keys: [key], parameters: [[key]], rows: 'all' }
  }

  lockContended(table: string, key: string): Query {
    return { ...this.lock(table, key), isContended: true }
  }

  lockSeries(series: string): Query {
    return this.#hasRivals ? this.lockContended('series', series) : this.get('series', series)
  }

  /** A lock that belongs to no table. */
  claim(name: string): Query {
    const many = { sql: 'claim', name: 'claim' }
    return { ...many, many, effect: 'read', table: 'claims', keys: [name], parameters: [[name]], rows: 'all' }
  }

  insert(table: string, row: Values): Query {
    return { ...this.#insert(table, row), keys: [row[0] as string], rows: [row] }
  }

  update(table: string, row: Values): Query {
    return { ...write('update', table, row), rows: [row] }
  }

  /** Does not say what the row is afterwards. */
  updateBlindly(table: string, row: Values): Query {
    return write('update', table, row)
  }

  remove(table: string, key: string): Query {
    return { ...write('delete', table, [key]), rows: [] }
  }

  insertLine(row: Values, all: readonly Values[]): Query {
    return { ...this.#insert('lines', row), keys: [row[0] as string], rows: all, references: ['docs'] }
  }

  removeLines(parent: string): Query {
    return { ...write('delete lines', 'lines', [parent]), rows: [] }
  }

  /** Reads a whole table, and so whatever is pending for it. */
  scan(table: string): Query {
    return { sql: 'scan', effect: 'read', table, parameters: [] }
  }

  setLast(series: string, last: number): Query {
    return write('put', 'series', [series, last])
  }

  add(tally: string, amount: number): Query {
    return write('add', 'tallies', [tally, amount])
  }

  /** Says nothing about what it does. */
  touch(key: string): Query {
    return { sql: 'touch', parameters: [key] }
  }

  /** Says that it writes, and not where. */
  touchAnywhere(key: string): Query {
    return { sql: 'touch', effect: 'write', parameters: [key] }
  }

  /** Says which table it changes, and not which rows. */
  touchAll(): Query {
    return { sql: 'touch all', effect: 'write', table: 'touches', parameters: [] }
  }

  addSeries(series: string): Query {
    return { sql: 'add if missing', parameters: ['series', series, 0] }
  }

  #insert(table: string, row: Values): Query {
    return {
      sql: 'insert',
      name: `insert ${table}`,
      effect: 'insert',
      table,
      columns: COLUMNS[table]!,
      parameters: row,
    }
  }
}

const write = (sql: string, table: string, row: Values): Query => ({
  sql,
  effect: 'write',
  table,
  keys: [row[0] as string],
  parameters: row,
})
