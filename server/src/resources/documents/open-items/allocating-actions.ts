import { type Action, type Context, writeAction } from '../../../core/action.ts'
import { amendRecord } from '../../../core/changes.ts'
import { equals, plainList } from '../../../core/lists/list-query.ts'
import { type Blocker, refuseFaults } from '../../../core/problem.ts'
import type { Rules } from '../../../core/rules.ts'
import { flag, list, text } from '../../../model/fields.ts'
import { LINES_MAX } from '../../../model/kinds/structures/lines.ts'
import { msg, recordName } from '../../../model/message.ts'
import { sumOf } from '../../../model/money.ts'
import type { AnyRecord, Resource } from '../../../model/resource.ts'
import type { OpenItemResource } from '../document-type.ts'
import { type Allocatable, OVER_ALLOCATED } from './allocate.ts'
import { allocatedLines } from './allocating.fields.ts'
import { allocationsIn, lockTargets } from './allocating-rules.ts'
import { OWED } from './balances.ts'

// biome-ignore lint/suspicious/noExplicitAny: the same actions serve every resource that settles open items.
type Any = any

/** What is left of a record can be allocated later, and each allocation can be undone. */
export const allocatingActions = (resource: Resource, rules: Rules<Any>, type: Allocatable<Any>): readonly Action[] => [
  allocateAction(resource, rules, type),
  unallocateAction(resource, rules, type),
]

function allocateAction(resource: Resource, rules: Rules<Any>, type: Allocatable<Any>): Action {
  return writeAction({
    name: 'allocate',
    method: 'POST',
    path: '/:id/allocate',
    summary: `Allocate what is left of a ${resource.singular}`,
    description: 'To the given open items, or to those of the customer that are due first.',
    access: 'update',
    status: 200,
    problems: [OVER_ALLOCATED, 'DOCUMENT_LOCKED'],
    blocker: allocatedBlocker(resource),
    input: {
      allocations: allocatedLines(resource.allocating!),
      oldestFirst: flag({ description: 'Allocates as much as there is, to what is due first.' }),
    },
    async run(ctx, { id, input }) {
      const sent = allocationsIn(input)
      const isOldestFirst = (input as AnyRecord).oldestFirst === true
      if (isOldestFirst === sent.length > 0) refuseFaults([NEITHER_OR_BOTH])
      const before: AnyRecord = await ctx.records.lock(resource, id)
      const lines = isOldestFirst ? await oldestFirst(ctx, resource, type, before) : sent
      await lockTargets(ctx, resource, type, lines)
      return change(ctx, resource, rules, before, [...allocationsIn(before), ...lines])
    },
  })
}

const NEITHER_OR_BOTH = {
  field: 'allocations',
  message: msg`Send either allocations, or oldestFirst with the value true.`,
}

const unallocateAction = (resource: Resource, rules: Rules<Any>, type: Allocatable<Any>): Action =>
  writeAction({
    name: 'unallocate',
    method: 'POST',
    path: '/:id/unallocate',
    summary: `Take back allocations of a ${resource.singular}`,
    description: 'What they had settled is outstanding again, and can be allocated anew.',
    access: 'update',
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    blocker: (record: AnyRecord) => (allocationsIn(record).length > 0 ? undefined : nothingAllocated(resource)),
    input: {
      allocations: list(text({ required: true, max: 64 }), {
        example: ['lin_0t3q8m5xk00a7b2c9d4'],
        description: 'The ids of the lines; all of them if left out.',
      }),
    },
    async run(ctx, { id, input }) {
      const before: AnyRecord = await ctx.records.lock(resource, id)
      const lines = allocationsIn(before)
      const sent = (input as AnyRecord).allocations as readonly string[]
      const undone = sent.length > 0 ? sent : lines.map((line) => line.id as string)
      const faults = undone.flatMap((asked, index) =>
        lines.some((known) => known.id === asked)
          ? []
          : [{ field: `allocations[${index}]`, message: msg`There is no such allocation: ${asked}.` }],
      )
      refuseFaults(faults)
      const [gone = [], kept = []] = [true, false].map((isGone) =>
        lines.filter((line) => undone.includes(line.id as string) === isGone),
      )
      await lockTargets(ctx, resource, type, gone)
      return change(ctx, resource, rules, before, kept)
    },
  })

/** The ledger and the open items follow from what has become of the lines. */
async function change(
  ctx: Context,
  resource: Resource,
  rules: Rules<Any>,
  before: AnyRecord,
  allocations: readonly AnyRecord[],
) {
  if (allocations.length > LINES_MAX)
    refuseFaults([{ field: 'allocations', message: msg`There are ${LINES_MAX} allocations at most.` }])
  const after: AnyRecord = await amendRecord(ctx, resource, rules, before as Any, { allocations } as Any)
  await rules.changed?.(ctx, { before, after } as Any)
  return { record: after }
}

/** As much as there is, to what is due first. What is listed may be settled before it is locked. */
async function oldestFirst(
  ctx: Context,
  resource: Resource,
  type: Allocatable<OpenItemResource>,
  record: AnyRecord,
): Promise<AnyRecord[]> {
  const { field, kinds } = resource.allocating!
  const [part] = Object.keys(kinds)
  const party = type.resource.document.party.field
  const perPage = LINES_MAX - allocationsIn(record).length
  const asked = plainList([equals(party, record[party] as string), OWED], { perPage, sort: 'dueDate', order: 'asc' })
  const { records } = await ctx.records.list(type.resource, asked)
  const found = records.map(({ id }) => ({ [field]: id, ...noAmounts(kinds) }))
  await lockTargets(ctx, resource, type, found)
  let left = record.unallocated as number
  const lines: AnyRecord[] = []
  for (const line of found) {
    const item: AnyRecord = await ctx.records.get(type.resource, line[field] as string)
    const amount = Math.min(left, item.outstanding as number)
    left = sumOf([left, -amount])
    if (amount > 0) lines.push({ ...line, [part!]: amount })
  }
  if (lines.length === 0) refuseFaults([{ field: 'oldestFirst', message: msg`Nothing is outstanding.` }])
  return lines
}

const noAmounts = (kinds: object) => Object.fromEntries(Object.keys(kinds).map((part) => [part, 0]))

const allocatedBlocker =
  (resource: Resource) =>
  (record: AnyRecord): Blocker | undefined =>
    record.unallocated === 0
      ? {
          code: 'DOCUMENT_LOCKED',
          text: msg`All of the ${recordName(resource)} is allocated already.`,
          reveals: [`${resource.name}.unallocated`],
        }
      : undefined

const nothingAllocated = (resource: Resource): Blocker => ({
  code: 'DOCUMENT_LOCKED',
  text: msg`Nothing of the ${recordName(resource)} is allocated.`,
  reveals: [`${resource.name}.allocations`],
})
