import { queryOptions } from '@tanstack/react-query'
import { http } from '../../api/http.ts'
import { INCLUDE_PERMITTED } from '../../api/permitted.ts'
import { queryText } from '../../api/query-text.ts'
import type { ChangesByPath } from '../../screens/record/line-changes.ts'

export const MODES = ['upsert', 'insert', 'update'] as const
export type Mode = (typeof MODES)[number]
export type Mapping = Readonly<Record<string, string>>

export interface RowError {
  readonly row: number
  readonly field: string
  readonly message: string
  /** What the row has there. */
  readonly value: string | null
}

/** What a row changes, or would. */
export interface RowChange {
  readonly row: number
  readonly id: string
  readonly title: string
  readonly changes: ChangesByPath
}

export interface Import {
  readonly id: string
  readonly resource: string
  readonly mode: Mode
  readonly mapping: Mapping | null
  readonly dryRun: boolean
  readonly status: string
  /** Null while nothing says which column goes into which field. */
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly columns: readonly string[]
  /** Columns that are not imported. */
  readonly ignored: readonly string[]
  readonly sample: readonly (readonly string[])[]
  readonly rowCount: number
  readonly processed: number
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly failed: number
  readonly errors: readonly RowError[]
  /** Of the first rows that update a record. */
  readonly changes: readonly RowChange[]
  readonly problem: string | null
}

const LOOK_AGAIN_MS = 700

export const isGoingOn = ({ startedAt, finishedAt }: Import): boolean => startedAt !== null && finishedAt === null

/** It came to its end by itself: every row was looked at, or brought in. */
export const isThrough = ({ finishedAt, processed, rowCount, problem }: Import): boolean =>
  finishedAt !== null && processed === rowCount && problem === null

/** Looks again and again for as long as something is going on. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'record', id, 'progress'],
    queryFn: async ({ signal }) => (await http<Import>(`/imports/${id}?${INCLUDE_PERMITTED}`, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isGoingOn(state.data) ? LOOK_AGAIN_MS : false),
  })

/** The media types of files that can be imported, with the endings of their names. */
export const FILE_TYPES: Readonly<Record<string, string[]>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv', '.tsv', '.txt'],
  'application/x-ndjson': ['.ndjson', '.jsonl'],
}

/** By its name: which type a browser tells depends on what is installed. */
function typeOf({ name }: File): string {
  const types = Object.entries(FILE_TYPES)
  return types.find(([, endings]) => endings.some((ending) => name.toLowerCase().endsWith(ending)))?.[0] ?? 'text/csv'
}

export const startImport = (resource: string, file: File, mode: Mode) =>
  http<Import>(`/imports/files?${queryText({ resource, mode })}`, {
    method: 'POST',
    body: new Blob([file], { type: typeOf(file) }),
  })

export const runImport = (id: string, choices: { mapping?: Mapping; mode?: Mode; dryRun: boolean }) =>
  http<Import>(`/imports/${id}/run`, { method: 'POST', body: choices })

export const cancelImport = (id: string) => http<Import>(`/imports/${id}/cancel`, { method: 'POST', body: {} })
