import type { Context, PerformWithin } from '../../core/action.ts'
import { writeAction } from '../../core/action.ts'
import type { Command } from '../../core/command.ts'
import { BATCH_FAILED, failedAt, NOT_BATCHABLE } from '../../core/execution/batch-problems.ts'
import { Problem, refuseFaults } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import { choice, flag, group, integer, json, list, optionalJson, text } from '../../model/fields.ts'
import type { Detail } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import { type AnyRecord, defineResource } from '../../model/resource.ts'
import { actionFinder, commandOf, type FindAction, type Operation, recordsNamedBy } from './operations.ts'
import { REF } from './result-references.ts'

export const OPERATIONS_MAX = 100
/** So many operations count as one request. */
const OPERATIONS_A_REQUEST = 10
const PATH_MAX = 500

/** Not stored: several writes in one transaction. */
const batch = defineResource({
  name: 'batch',
  singular: 'batch',
  idPrefix: 'bat',
  title: 'name',
  description: 'Several writes in one transaction: all of them, or none.',
  internal: true,
  fields: { name: text() },
})

const operationFields = group({
  ref: text({ max: 40, example: 'order', description: 'A name for its result.' }),
  method: choice(['POST', 'PUT', 'PATCH', 'DELETE'], { required: true, example: 'POST' }),
  path: text({ required: true, max: PATH_MAX, example: '/sales-orders' }),
  body: optionalJson<AnyRecord | null>({ example: {} }),
  ifMatch: text({ max: 200 }),
})

const resultFields = group({
  ref: text({ maybe: true }),
  status: integer({ required: true, example: 201 }),
  data: json<unknown>({ description: 'As the same request would answer.' }),
  warnings: optionalJson<unknown>({ maybe: true }),
})

/** `POST /batch`, over the actions of everything else. */
export function batchEntry(entries: readonly Entry[]): Entry {
  const find = actionFinder(entries)
  const action = writeAction({
    name: 'run',
    operation: 'runBatch',
    method: 'POST',
    path: '',
    summary: 'Do several writes in one transaction',
    description:
      'All of them in their order, or none. `"$order.id"` in a path or a body is a field of an earlier result; `$$` at the beginning stands for `$`.',
    access: 'signed-in',
    status: 200,
    dryRun: true,
    problems: [BATCH_FAILED, NOT_BATCHABLE],
    input: {
      operations: list(operationFields, { required: true, max: OPERATIONS_MAX }),
      dryRun: flag({ description: 'The same as the parameter.' }),
    },
    output: list(resultFields),
    asksForDryRun: ({ dryRun }) => dryRun === true,
    cost: ({ operations }) => Math.ceil(((operations as unknown[] | undefined)?.length ?? 1) / OPERATIONS_A_REQUEST),
    declares: ({ operations }) => recordsNamedBy(find, operations as Operation[]),
    run: async (ctx, { input }, perform) => ({ data: await runAll(ctx, find, input.operations, perform!) }),
  })
  return { resource: batch, path: 'batch', actions: [action] }
}

async function runAll(ctx: Context, find: FindAction, operations: readonly Operation[], perform: PerformWithin) {
  refuseFaults(faultsIn(operations))
  const results = new Map<string, unknown>()
  const answers: AnyRecord[] = []
  for (const [index, operation] of operations.entries()) {
    const { ref } = operation
    const { status, body } = await perform(
      index,
      commandAt(index, () => commandOf(find, ctx.actor, operation, results)),
    )
    const { data = null, meta } = body === '' ? {} : JSON.parse(body)
    if (ref) results.set(ref, data)
    answers.push({ ...(ref && { ref }), status, data, ...(meta?.warnings && { warnings: meta.warnings }) })
  }
  return answers
}

function commandAt(index: number, make: () => Command): Command {
  try {
    return make()
  } catch (error) {
    throw error instanceof Problem ? failedAt(index, error) : error
  }
}

function faultsIn(operations: readonly Operation[]): Detail[] {
  if (operations.length === 0) return [{ field: 'operations', message: msg`Send at least one operation.` }]
  const known = new Set<string>()
  return operations.flatMap(({ ref }, index): Detail[] => {
    if (!ref) return []
    const field = `operations[${index}].ref`
    if (!REF.test(ref))
      return [
        { field, message: msg`A ref must begin with a letter and have letters, digits, - and _, such as order-1.` },
      ]
    const isTaken = known.has(ref)
    known.add(ref)
    return isTaken ? [{ field, message: msg`Two operations have the ref "${ref}". Give each its own.` }] : []
  })
}
