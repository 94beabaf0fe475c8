import { authorise, covers, mayRead } from '../../core/access.ts'
import { type Action, type Preparation, writeAction } from '../../core/action.ts'
import type { Reply } from '../../core/command.ts'
import { type AcceptedInput, acceptInput, settledInput } from '../../core/input/accept-input.ts'
import { Problem, refuseFaults } from '../../core/problem.ts'
import { choice, type Field, flag, group, integer, json, list, text } from '../../model/fields.ts'
import { FAULTS_MAX } from '../../model/input.ts'
import { type Language, msg } from '../../model/message.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { ID_MAX } from '../../model/text.ts'
import { inLanguage, written } from '../../texts/written.ts'
import { RowFaults, type RowsRequest, recordIn, rowPerformed, rowsIn } from './bulk-rows.ts'
import { chosenBy } from './chosen.ts'
import { mapConcurrently } from './map-concurrently.ts'

export const BULK_MAX = 1000
const FILTER_MAX = 4000
const WARNING_MAX = 4000
/** Concurrent records of one request: they share the wait for the disk, and leave room for others. */
const CONCURRENCY = 8

/** The actions that can be applied to many records, one by one. */
const DOABLE = ['update', 'status', 'delete'] as const
/** Those that make a record of each row. */
const MAKING = ['create', 'upsert'] as const
export const BODY_LIMIT_BYTES = 10_485_760

const isIn = (names: readonly string[], name: string): boolean => names.includes(name)

/** Some actions take no input. */
const optionalJson = (options: Field['options']): Field<AnyRecord | null> => ({ ...json<AnyRecord | null>(), options })

const result = group({
  id: text({ example: 'itm_0t3q8m5xk00a7b2c9d4', description: 'Null for a row that was refused.' }),
  title: text({
    example: 'Hexagon bolt M8 × 40',
    description: 'What the record is called; null if you do not see it.',
  }),
  ok: flag({ required: true, example: false }),
  created: flag({ maybe: true, example: true, description: 'Of rows: whether the record is new.' }),
  error: group(
    {
      code: text({ required: true, example: 'RESOURCE_IN_USE' }),
      message: text({ required: true, example: 'The record is used by others and cannot be deleted.' }),
      details: list(
        group({
          field: text({ required: true }),
          code: text({ required: true, maybe: true, description: 'What stands in the way of another status.' }),
          message: text({ required: true }),
          existingId: text({ required: true, maybe: true, description: 'The record that has the unique value.' }),
        }),
        { example: [], description: `At most ${FAULTS_MAX} in one answer.` },
      ),
      omittedDetails: integer({ maybe: true, example: 3, description: 'How many details are left out.' }),
    },
    { maybe: true, description: 'Why it was refused, as if it had been asked for alone.' },
  ),
  warnings: list(
    group({
      code: text({ required: true, example: 'READ_ONLY_IGNORED' }),
      field: text({ maybe: true, required: true, example: 'currentStock' }),
      message: text({ required: true, max: WARNING_MAX }),
    }),
    { maybe: true, example: [], description: 'What the answer would warn of; left out where there is nothing.' },
  ),
})

const rowFields = {
  rows: list(json<unknown>(), {
    typeName: 'BulkRows',
    max: BULK_MAX,
    description:
      'To create or upsert: the bodies. Or send application/x-ndjson: the other fields in the first line, then a row in each.',
  }),
  key: text({ typeName: 'BulkKey', max: 100, description: 'To upsert: the unique field by which rows are found.' }),
}

/** `POST /bulk`: the same action on many records, each separately. Undefined if no such action is possible. */
export function bulkAction(resource: Resource, actions: readonly Action[], listed: Action): Action | undefined {
  const doable = DOABLE.filter((name) => actions.some((action) => action.name === name))
  const makers = actions.filter(({ isStock, isUpsert }) => isStock || isUpsert)
  const making = MAKING.filter((name) => makers.some((action) => action.name === name))
  if (doable.length === 0) return undefined
  const possible = [
    ...actions.filter(({ name }) => isIn(doable, name)),
    ...makers.filter(({ name }) => isIn(making, name)),
  ]
  return writeAction({
    name: 'bulk',
    method: 'POST',
    path: '/bulk',
    summary: `Change many ${resource.name} at once`,
    description: `Each record separately; at most ${BULK_MAX}.`,
    bodyLimit: BODY_LIMIT_BYTES,
    takesLines: 'rows',
    access: 'read', // which right is needed depends on what is to be done
    anyOf: possible.map((action) => ({ resource, action })),
    status: 200,
    passesOn: { field: 'input', to: doable },
    input: {
      action: choice([...doable, ...making], { required: true, example: doable[0]! }),
      ids: list(text({ max: ID_MAX }), { typeName: 'BulkIds', max: BULK_MAX, example: ['itm_0t3q8m5xk00a7b2c9d4'] }),
      filter: text({
        typeName: 'BulkFilter',
        max: FILTER_MAX,
        description: 'Instead of ids: the query string of a list.',
      }),
      input: optionalJson({
        example: {},
        description: 'What each record is sent: the body of the update or the status.',
      }),
      ...(making.length > 0 && rowFields),
    },
    output: group({
      results: list(result),
      succeeded: integer({ required: true, example: 0 }),
      failed: integer({ required: true, example: 1 }),
      nextCursor: text({ description: 'Where the filter matches more: to be sent on as cursor in the filter.' }),
    }),
    prepare: (ctx, input) => done(ctx, resource, actions.find(({ name }) => name === input.action)!, listed, input),
    run: async (_ctx, { input }) => ({ data: input }),
  })
}

interface BulkRequest extends RowsRequest {
  readonly action: string
  readonly ids?: readonly string[] | null
  readonly filter?: string | null
  readonly input?: AnyRecord | null
}

async function done(ctx: Preparation, resource: Resource, action: Action, listed: Action, request: BulkRequest) {
  const permission = authorise(ctx.actor, resource, action)
  if (MAKING.some((name) => name === action.name))
    return summed(await rowsDone(ctx, { resource, action, permission }, request), null)
  const accepted = await inputOf(ctx, action, request.input ?? {}, permission)
  const { ids, records, nextCursor } = await chosenBy(ctx, resource, listed, request, BULK_MAX)
  const isTitled = mayRead(ctx.actor, resource) && !covers(ctx.permission.hidden, resource.title)
  const results = await mapConcurrently(CONCURRENCY, ids, async (id) => {
    const record = records.get(id)
    const title = record && isTitled ? valueAt(record, resource.title) : null
    const order = { resource: resource.name, action: action.name, id, ...accepted }
    return { id, title, ...(await outcomeOf(async () => ctx.perform(order), ctx.actor.language)) }
  })
  return summed(results, nextCursor)
}

function summed<T extends Outcome>(results: readonly T[], nextCursor: string | null) {
  const succeeded = results.filter(({ ok }) => ok).length
  return { results: withFewDetails(results), succeeded, failed: results.length - succeeded, nextCursor }
}

interface Outcome {
  readonly ok: boolean
  readonly error?: { readonly details: readonly unknown[]; readonly omittedDetails?: number }
}

/** The details of all results together are bounded as those of one refusal are; each message names the first fields. */
function withFewDetails<T extends Outcome>(results: readonly T[]): T[] {
  let left = FAULTS_MAX
  return results.map((result) => {
    const { error } = result
    if (!error) return result
    const details = error.details.slice(0, left)
    left -= details.length
    const omittedDetails = (error.omittedDetails ?? 0) + error.details.length - details.length
    return { ...result, error: { ...error, details, ...(omittedDetails > 0 && { omittedDetails }) } }
  })
}

/** The results are in the order of the rows. */
async function rowsDone(ctx: Preparation, place: Parameters<typeof rowsIn>[0], request: BulkRequest) {
  const rows = rowsIn(place, request)
  const faults = new RowFaults()
  return mapConcurrently(CONCURRENCY, [...rows.entries()], async ([index, row]) => {
    const found = (reply: Reply) => recordIn(place.resource, reply)
    const performed = async () => rowPerformed(ctx, { ...place, faults }, request.key ?? '', row, index)
    return { id: null, title: null, ...(await outcomeOf(performed, ctx.actor.language, found)) }
  })
}

/** Faults have their path in the whole body. */
async function inputOf(
  { actor, records }: Preparation,
  action: Action,
  body: unknown,
  permission: Permission,
): Promise<AcceptedInput> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    refuseFaults([{ field: 'input', message: msg`Input must be an object.` }])
  if (!action.input) {
    const names = Object.keys(body as AnyRecord)
    refuseFaults(
      names.map((name) => ({ field: `input.${name}`, message: msg`The action "${action.name}" takes no input.` })),
    )
    return { input: {} }
  }
  try {
    const accepted = acceptInput(body as AnyRecord, action, permission)
    if (accepted.faults) await settledInput({ actor, records }, action.input, accepted)
    return accepted
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const details = error.details.map(({ field, message }) => ({ field: `input.${field}`, message }))
    throw new Problem(error.code, { text: error.text, details, omitted: error.omitted })
  }
}

async function outcomeOf(
  perform: () => Promise<Reply>,
  language: Language,
  found: (reply: Reply) => AnyRecord = () => ({}),
) {
  try {
    const reply = await perform()
    const { body } = reply
    const warnings = body === '' ? undefined : JSON.parse(body).meta?.warnings
    return { ...found(reply), ok: true, ...(warnings && { warnings }) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, text, omitted } = error
    const details = error.details.map((detail) => inLanguage(detail, language))
    const told = { code, message: written(text, language), details }
    return { ok: false, error: { ...told, ...(omitted > 0 && { omittedDetails: omitted }) } }
  }
}
