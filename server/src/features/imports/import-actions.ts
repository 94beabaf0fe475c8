import { type Actor, type FurtherAction, permissionFor } from '../../core/access.ts'
import { type Action, type Preparation, readAction, type SentFile, writeAction } from '../../core/action.ts'
import type { Blocker } from '../../core/problem.ts'
import { defineRules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { choice, list, map, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { CSV_TYPE, csvOf } from '../export/csv.ts'
import { templateColumns } from './columns.ts'
import { failedRows } from './failed-rows.ts'
import {
  choiceFields,
  DELIMITERS,
  type Import,
  importRows,
  imports,
  isGoingOn,
  MODES,
  type Repeat,
  ROWS_AT_ONCE,
  rowsIdOf,
} from './imports.resource.ts'
import { FILE_MAX_BYTES, FILE_TYPES, readFile } from './reading/read-file.ts'
import { readTable, type TextTable } from './reading/read-table.ts'
import { identityOf } from './reading/reading.ts'
import { type ChangedRepeats, repeatsIn } from './repeated-rows.ts'
import { type RequestedSettings, type Settings, settingsFor, targetNamed } from './settings.ts'
import { authoriseImport, columnsFor, type Target } from './target.ts'

export const CSV_MAX = 20_000_000
/** JSON writes some characters of a text as two. */
export const BODY_LIMIT_BYTES = 40_000_000

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
    uploadImport(targets, names, ring),
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
      const read = () => readTable(input.csv, input.delimiter ?? undefined)
      const kept = await begun(ctx, target, input as RequestedSettings, read)
      ring()
      return kept
    },
    run: async ({ records }, { input }) => ({ record: await records.get(imports, input.id) }),
  })

/** Stores the table, and with it what is to be done. */
async function begun(
  ctx: Preparation,
  target: Target,
  requested: RequestedSettings,
  read: () => Promise<TextTable>,
): Promise<{ id: string }> {
  authoriseImport(ctx.actor, target, requested.mode)
  const { parts, ...table } = await read()
  const settings = settingsFor(ctx.actor, target, table, requested)
  const repeats = await repeatsIn(identityFor(ctx.actor, target, { ...table, ...settings }), parts)
  return first(ctx, 'keep', '', { resource: target.resource.name, ...table, ...settings, parts, repeats })
}

const identityFor = (actor: Actor, target: Target, settings: Parameters<typeof identityOf>[0]) =>
  identityOf(settings, target.resource, columnsFor(target, permissionFor(actor, target.resource)))

/** The repeated rows by new settings, of batches where they are others than before. */
async function changedRepeats(
  ctx: Preparation,
  target: Target,
  job: Import,
  settings: Settings,
): Promise<ChangedRepeats> {
  const isSame = (['mapping', 'key', 'decimalSeparator'] as const).every(
    (name) => JSON.stringify(job[name]) === JSON.stringify(settings[name]),
  )
  if (isSame) return []
  const known: Repeat[][] = []
  const batches = async function* () {
    for (let position = 0; position * ROWS_AT_ONCE < job.rowCount; position++) {
      const kept = await ctx.records.find(importRows, { id: rowsIdOf(job.id, position) })
      if (!kept) return // `begin` refuses the run
      known.push([...kept.repeats])
      yield kept.cells
    }
  }
  const found = await repeatsIn(identityFor(ctx.actor, target, { ...job, ...settings }), batches())
  return found.flatMap((repeats, position) =>
    JSON.stringify(repeats) === JSON.stringify(known[position]) ? [] : [{ position, found: repeats }],
  )
}

const uploadImport = (targets: readonly Target[], names: readonly string[], ring: () => void): Action =>
  writeAction({
    name: 'upload',
    method: 'POST',
    path: '/files',
    operation: 'uploadImport',
    summary: 'Import a file',
    description:
      'An Excel, CSV or NDJSON file as the body. Like POST /imports, it only checks; run the import to write.',
    access: 'create',
    anyOf: importing(targets),
    status: 201,
    bodyLimit: FILE_MAX_BYTES,
    consumes: FILE_TYPES,
    query: {
      resource: choice(names, { required: true, example: names[0]!, description: 'What the rows are.' }),
      mode: choiceFields.mode,
      key: choiceFields.key,
      decimalSeparator: choiceFields.decimalSeparator,
    },
    async prepare(ctx, input) {
      const { type, content, resource, ...requested } = input as unknown as SentFile & UploadSettings
      const { actor, onCancel } = ctx
      const read = () => readFile({ type, content }, { owner: actor.userId ?? '', ...(onCancel && { onCancel }) })
      const kept = await begun(ctx, targetNamed(targets, resource), { ...requested, dryRun: true }, read)
      ring()
      return kept
    },
    run: async ({ records }, { input }) => ({ record: await records.get(imports, input.id) }),
  })

interface UploadSettings extends Pick<RequestedSettings, 'mode' | 'key' | 'decimalSeparator'> {
  readonly resource: string
}

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
      decimalSeparator: choiceFields.decimalSeparator,
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
        decimalSeparator: input.decimalSeparator ?? job.decimalSeparator,
        dryRun: input.dryRun ?? false,
      }
      const settings = settingsFor(ctx.actor, target, job, requested as RequestedSettings)
      const repeats = await changedRepeats(ctx, target, job, settings)
      const begun = await first(ctx, 'begin', job.id, { ...settings, repeats })
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
