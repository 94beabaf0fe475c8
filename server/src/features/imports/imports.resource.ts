import type { Changes } from '../../model/changes.ts'
import { choice, flag, group, instant, integer, json, list, map, text } from '../../model/fields.ts'
import type { Language } from '../../model/message.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import type { Scope } from '../../model/rights.ts'

export const MODES = ['insert', 'update', 'upsert'] as const
export type Mode = (typeof MODES)[number]
export const DELIMITERS = [',', ';', '\t', '|'] as const
export const DECIMAL_SEPARATORS = ['.', ','] as const
export const COLUMNS_MAX = 100
/** This many errors are shown with the import; all of them with its failed rows. */
export const ERRORS_SHOWN = 100
/** For this many rows an import shows what they change. */
export const CHANGES_SHOWN = 100
export const FORMATS = ['csv', 'xlsx', 'ndjson'] as const

/** One thing wrong with one row; the header is row 1, as a spreadsheet counts. */
export interface RowError {
  readonly row: number
  readonly field: string
  readonly message: string
  /** What the row has there, as a text; null if the row as a whole is meant. */
  readonly value: string | null
}

/** What one row changes: the old and the new value of each field. */
export interface RowChange {
  readonly row: number
  readonly id: string
  readonly title: string
  readonly changes: Changes
}

/** A row that has a value of an earlier row by which records are told apart: both cannot be right. */
export interface Repeat {
  /** Its place in its batch. */
  readonly index: number
  /** The fields whose values are the same. */
  readonly paths: readonly string[]
  /** The number of the earlier row. */
  readonly row: number
}

/** The settings that a client may send. */
export const choiceFields = {
  mode: choice(MODES, {
    default: 'upsert',
    description: 'insert leaves records alone that are there already, update makes no new ones, upsert does both.',
  }),
  mapping: map(text({ max: 200 }), {
    example: { Code: 'itemCode', Name: 'itemName' },
    description: 'The field that each column is mapped to; columns not named are ignored. Guessed if left out.',
  }),
  key: list(text({ max: 100 }), {
    example: ['itemCode'],
    description: 'The fields that identify the record of a row; the unique field if left out.',
  }),
  decimalSeparator: choice(DECIMAL_SEPARATORS, {
    example: ',',
    description:
      'What stands before the decimals of numbers that are texts. Guessed if left out: by the file, else by the language of the request.',
  }),
  dryRun: flag({ default: true, description: 'Only check what would happen.' }),
}

const counted = (description: string) =>
  integer({ readOnly: true, default: 0, unaudited: true, example: 120, description })

export const imports = defineResource({
  name: 'imports',
  singular: 'import',
  idPrefix: 'imp',
  title: 'resource',
  description: 'Records from a CSV table: checked first, then imported row by row.',
  personal: true,
  fields: {
    resource: text({ required: true, isIdentifier: true, counted: true, max: 60, description: 'What the rows are.' }),
    ...choiceFields,
    status: choice(['unmapped', 'checking', 'checked', 'running', 'completed', 'cancelled', 'failed'], {
      tones: {
        unmapped: 'due',
        checking: 'running',
        checked: 'running',
        running: 'running',
        completed: 'good',
        cancelled: 'bad',
        failed: 'bad',
      },
      readOnly: true,
      default: 'checking',
      counted: true,
      example: 'checked',
      description:
        'checking and running go on by themselves, whatever happens to the server meanwhile; unmapped waits for a mapping.',
    }),
    format: choice(FORMATS, {
      readOnly: true,
      default: 'csv',
      example: 'csv',
      description: 'Of the file that was sent.',
    }),
    delimiter: choice(DELIMITERS, { readOnly: true, default: ',', example: ';' }),
    columns: list(text(), { readOnly: true, example: ['Code', 'Name'], max: COLUMNS_MAX }),
    ignored: list(text(), {
      readOnly: true,
      example: ['Colour'],
      max: COLUMNS_MAX,
      description: 'Columns that are not mapped to a field: their cells are not imported.',
    }),
    sample: json<readonly (readonly string[])[]>({
      of: list(list(text({ required: true }))),
      readOnly: true,
      unaudited: true,
      example: [['BOLT-M8', 'Hexagon bolt M8 × 40']],
      description: 'The first rows; long cells are cut.',
    }),
    rowCount: integer({
      readOnly: true,
      default: 0,
      example: 120,
      description: 'Rows of the table, without its header.',
    }),
    processed: counted('How far it has come.'),
    created: counted('Rows that became new records, or would.'),
    updated: counted('Rows that changed a record, or would.'),
    skipped: counted('Rows that there was nothing to do for.'),
    failed: integer({
      readOnly: true,
      default: 0,
      unaudited: true,
      example: 0,
      description: 'Rows that were refused.',
    }),
    errors: json<readonly RowError[]>({
      of: list(
        group({
          row: integer({ required: true }),
          field: text({ filled: true }),
          message: text({ required: true }),
          value: text({ description: 'What the row has there.' }),
        }),
      ),
      readOnly: true,
      unaudited: true,
      example: [{ row: 7, field: 'taxRate', message: 'Tax rate must be at most 100.', value: '119' }],
      description: `The first ${ERRORS_SHOWN}. Rows are counted as in the file: row 1 of a table is its header.`,
    }),
    changes: json<readonly RowChange[]>({
      of: list(
        group({
          row: integer({ required: true }),
          id: text({ required: true }),
          title: text({ required: true }),
          changes: json({ required: true, description: 'The old and the new value of each changed field.' }),
        }),
      ),
      readOnly: true,
      unaudited: true,
      example: [
        {
          row: 2,
          id: 'itm_0t3q8m5xk00a7b2c9d4',
          title: 'CAS-1111',
          changes: { sellingPrice: [64.9, 66.9] },
        },
      ],
      description: `What the first ${CHANGES_SHOWN} rows that update a record change, or would.`,
    }),
    problem: text({ readOnly: true, max: 1000, description: 'Why the import failed.' }),
    startedAt: instant({ readOnly: true }),
    finishedAt: instant({ readOnly: true }),
    /** Whether the table began with one: refused rows are given back in the form in which they came. */
    hasByteOrderMark: flag({ readOnly: true, internal: true, default: false }),
    /** The run that the refused rows belong to. */
    attempt: integer({ readOnly: true, internal: true, default: 0 }),
    /** The runner that works on the current run. */
    holder: text({ readOnly: true, internal: true, unaudited: true, max: 64 }),
    /** The user who started the current run, and the credential. */
    origin: json<Origin>({ readOnly: true, internal: true }),
  },
})
export type Import = Row<typeof imports>

/** The data of an actor that cannot be looked up again. */
export interface Origin {
  /** Missing where the run began before user and scopes were stored. */
  readonly userId?: string | null
  readonly scopes?: readonly Scope[]
  readonly credential: { readonly kind: 'session' | 'key' | 'app'; readonly id: string; readonly isWeb?: true } | null
  readonly address: string
  readonly requestId: string
  /** Missing where the run began before it was stored. */
  readonly serverRequestId?: string | null
  readonly userAgent: string | null
  /** Missing where the run began before it was stored. */
  readonly language?: Language
}

export const isGoingOn = (status: Import['status']): boolean => status === 'checking' || status === 'running'

/** A batch of rows, as they were sent. */
export const importRows = defineResource({
  name: 'import-rows',
  lockedAfter: ['imports'],
  singular: 'rows of an import',
  idPrefix: 'imr',
  title: 'import',
  description: 'Rows that an import has not processed yet.',
  internal: true,
  fields: {
    import: text({ required: true, indexed: true, max: 64 }),
    /** A list of rows as JSON; see `sent-rows.ts`. */
    cells: text({ required: true, max: 100_000_000 }),
    /** Rows among them that have the key of an earlier row. */
    repeats: json<readonly Repeat[]>(),
    expiresAt: instant({ required: true, indexed: true }),
  },
})

/** A row that was refused, and why. */
export const importFaults = defineResource({
  name: 'import-faults',
  singular: 'refused row',
  idPrefix: 'imf',
  title: 'import',
  description: 'Refused rows, to be corrected and sent again.',
  internal: true,
  fields: {
    import: text({ required: true, indexed: true, max: 64 }),
    attempt: integer({ required: true }),
    row: integer({ required: true }),
    /** The cells of the row, or its record of NDJSON as the only one. */
    cells: json<readonly unknown[]>({ required: true }),
    message: text({ required: true, max: 10_000 }),
    expiresAt: instant({ required: true, indexed: true }),
  },
})

/** Rows of one transaction. */
export const ROWS_AT_ONCE = 100

export const rowsIdOf = (importId: string, position: number): string => `imr_${importId.slice(4)}_${position}`
