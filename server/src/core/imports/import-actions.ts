import { choice, list, map, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { type FurtherAction, permissionFor } from '../access.ts'
import { type Action, type Preparation, readAction, writeAction } from '../action.ts'
import { CSV_TYPE, csvOf, withoutMark } from '../export/csv.ts'
import { plainList } from '../lists/list-query.ts'
import type { Blocker } from '../problem.ts'
import { defineRules } from '../rules.ts'
import type { Reads } from '../store.ts'
import { templateColumns } from './columns.ts'
import {
  choiceFields,
  DELIMITERS,
  type Import,
  importFaults,
  importRows,
  imports,
  isGoingOn,
  MODES,
  rowsIdOf,
} from './imports.resource.ts'
import { readTable } from './read-table.ts'
import { type RequestedSettings, settingsFor, targetNamed } from './settings.ts'
import { authoriseImport, columnsFor, type Target } from './target.ts'

export const CSV_MAX = 20_000_000
/** JSON writes some characters of a text as two. */
export const BODY_LIMIT_BYTES = 40_000_000
const PIECE = 200

export const importRules = defineRules(imports, {
  deletable: { field: 'status', values: ['unmapped', 'checked', 'completed', 'cancelled', 'failed'] },
  deletionBlocker: ({ status }) =>
    isGoingOn(status)
      ? { code: 'DOCUMENT_LOCKED', text: msg`This import is still running. Cancel it first.` }
      : undefined,
})

/** Done for itself, so that it stands when the work on the rows begins. Returns the id of the import. */
async function first(ctx: Preparation, action: string, id: string, input: object): Promise<{ id: string }> {
  const { body } = await ctx.perform({ resource: importRows.name, action, id, input: input as never })
  return JSON.parse(body).data
}

/** Why an import cannot begin now, for the first time or again. */
export async function beginningBlocker({ id, status }: Import, records: Reads): Promise<Blocker | undefined> {
  if (isGoingOn(status))
    return { code: 'DOCUMENT_LOCKED', text: msg`This import is still running. Wait until it is done, or cancel it.` }
  if (await records.find(importRows, { id: rowsIdOf(id, 0) })) return undefined
  return { code: 'DOCUMENT_LOCKED', text: msg`The rows of this import are no longer kept. Send them again.` }
}

/** Every user may have imports, but not every user may write what they consist of: large bodies are not read in vain. */
const importing = (targets: readonly Target[]): FurtherAction[] =>
  targets.flatMap(({ resource, create, update }) => [create, update].map((action) => ({ resource, action })))

export function importActions(targets: readonly Target[], ring: () => void): Action[] {
  const names = targets.map(({ resource }) => resource.name)
  return [
    createImport(targets, names, ring),
    runImport(targets, ring),
    cancelImport,
    failedRows,
    template(targets, names),
  ]
}

const createImport = (targets: readonly Target[], names: readonly string[], ring: () => void): Action =>
  writeAction({
    name: 'create',
    method: 'POST',
    path: '',
    summary: 'Import a table',
    description: `Rows become records of one resource; rows with the same key are lines of one. The answer says how the columns are understood; the work goes on after it, and reading the import tells how far it is. Without another word nothing is written: a dry run only says what would happen, and what is wrong with which row.`,
    access: 'create',
    anyOf: importing(targets),
    dryRun: false, // the work goes on after the answer; the import has a dry run of its own
    status: 201,
    bodyLimit: BODY_LIMIT_BYTES,
    input: {
      resource: text({ required: true, max: 60, example: names[0]!, description: `One of ${names.join(', ')}.` }),
      csv: text({
        required: true,
        max: CSV_MAX,
        verbatim: true, // an empty first or last cell is a cell
        example: 'Code,Name\nBOLT-M8,Hexagon bolt M8\n',
        description: 'The table; its first row names the columns.',
      }),
      delimiter: choice(DELIMITERS, { description: 'The separator of the cells; guessed if left out.' }),
      ...choiceFields,
    },
    async prepare(ctx, input) {
      const target = targetNamed(targets, input.resource)
      authoriseImport(ctx.actor, target, input.mode ?? 'upsert')
      const { parts, ...table } = await readTable(input.csv, input.delimiter ?? undefined)
      const settings = settingsFor(ctx.actor, target, table.columns, input as RequestedSettings)
      const kept = await first(ctx, 'keep', '', { resource: input.resource, ...table, ...settings, parts })
      ring()
      return kept
    },
    run: async ({ records }, { input }) => ({ record: await records.get(imports, input.id) }),
  })

const runImport = (targets: readonly Target[], ring: () => void): Action =>
  writeAction({
    name: 'run',
    method: 'POST',
    path: '/:id/run',
    summary: 'Run an import',
    description: 'From the beginning, with the table that was sent before. What is left out stays as it was.',
    access: 'create',
    anyOf: importing(targets),
    dryRun: false, // the work goes on after the answer; the import has a dry run of its own
    status: 200,
    mode: 'update',
    problems: ['DOCUMENT_LOCKED'],
    blocker: (job: Import, { records }) => beginningBlocker(job, records),
    input: {
      mode: choice(MODES, { example: 'upsert' }),
      mapping: map(text({ max: 200 }), { example: { Code: 'itemCode', Name: 'itemName' } }),
      key: list(text({ max: 100 }), { example: ['itemCode'] }),
      dryRun: choiceFields.dryRun,
    },
    async prepare(ctx, input) {
      const job = await ctx.records.get(imports, ctx.id)
      const target = targetNamed(targets, job.resource)
      const isMapped = input.mapping !== undefined && input.mapping !== null
      const requested = {
        mode: input.mode ?? job.mode,
        mapping: isMapped ? input.mapping : job.mapping,
        key: input.key ?? (isMapped ? [] : job.key),
        dryRun: input.dryRun ?? false,
      }
      const begun = await first(
        ctx,
        'begin',
        job.id,
        settingsFor(ctx.actor, target, job.columns, requested as RequestedSettings),
      )
      ring()
      return begun
    },
    run: async ({ records }, { id }) => ({ record: await records.get(imports, id) }),
  })

const cancelImport: Action = writeAction({
  name: 'cancel',
  method: 'POST',
  path: '/:id/cancel',
  summary: 'Cancel an import',
  description: 'What has been brought in stays. An import that is not going on stays as it is.',
  access: 'create',
  status: 200,
  async run({ records, now }, { id }) {
    const job = await records.lock(imports, id)
    if (!isGoingOn(job.status)) return { record: job }
    return { record: await records.update(imports, job, { status: 'cancelled', finishedAt: now }) }
  },
})

/** To be mended and sent again. */
const failedRows: Action = readAction({
  name: 'failed-rows',
  method: 'GET',
  path: '/:id/failed-rows',
  summary: 'Get the rows that were refused, as CSV',
  description:
    'In the form in which the table came, with one column more that says why: mend them and send them again with the same mapping. They are kept for 30 days.',
  access: 'read',
  status: 200,
  produces: 'text/csv',
  async run({ records }, { id, list: query = plainList() }) {
    const job = await records.get(imports, id)
    const { records: faults, hasMore } = await records.list(importFaults, {
      ...(query.after ? { after: query.after } : {}),
      ...ofAttempt(job),
    })
    const columns = job.columns.flatMap((name, index) => (isOldReason(job, name) ? [] : [{ name, index }]))
    // The cells are kept as they were sent: without their marks, `csvOf` does not mark them a second time.
    const cellAt = (cells: readonly string[], index: number) => withoutMark(cells[index] ?? '')
    const rows = faults.map(({ cells, message }) => [...columns.map(({ index }) => cellAt(cells, index)), message])
    const header = query.after ? [] : [[...columns.map(({ name }) => name), REASON]]
    const form = { delimiter: job.delimiter, hasByteOrderMark: job.hasByteOrderMark && !query.after }
    const last = faults.at(-1)
    return {
      file: {
        name: `failed-${job.resource}.csv`,
        type: CSV_TYPE,
        content: csvOf([...header, ...rows], form),
        isAttachment: true,
        ...(hasMore && { next: { value: last!.createdAt, id: last!.id } }),
      },
    }
  },
})

/** The column that says why a row was refused. */
const REASON = 'error'

/** A table of refused rows that was sent again has the reasons of the time before. */
const isOldReason = ({ mapping }: Import, column: string): boolean => column === REASON && !mapping?.[column]

function ofAttempt({ id, attempt }: Import) {
  const { page: _, ...query } = plainList(
    [
      { path: 'import', operator: 'eq', values: [id] },
      { path: 'attempt', operator: 'eq', values: [attempt] },
    ],
    { order: 'asc', perPage: PIECE },
  )
  return query
}

const template = (targets: readonly Target[], names: readonly string[]): Action =>
  readAction({
    name: 'template',
    method: 'GET',
    path: '/template',
    summary: 'Get an empty table to be filled in',
    access: 'create',
    status: 200,
    produces: 'text/csv',
    query: { resource: choice(names, { required: true, example: names[0]!, description: 'What its rows will be.' }) },
    async run({ actor }, { input }) {
      const target = targetNamed(targets, input.resource as string)
      const fields = columnsFor(target, permissionFor(actor, target.resource))
      const content = csvOf([templateColumns(target.resource, fields)])
      return { file: { name: `${target.resource.name}.csv`, type: CSV_TYPE, content, isAttachment: true } }
    },
  })
