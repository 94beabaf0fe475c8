import type { Context } from '../../../core/action.ts'
import { amendRecord } from '../../../core/changes.ts'
import { type Blocker, Problem, type ProblemCode, refuseBlocked, refuseFaults } from '../../../core/problem.ts'
import type { Rules } from '../../../core/rules.ts'
import type { Detail } from '../../../model/input.ts'
import { msg, toldOf } from '../../../model/message.ts'
import { currencyDecimals, sumOf } from '../../../model/money.ts'
import { type AnyRecord, partyOf, type Resource, type Row } from '../../../model/resource.ts'
import type { OpenItemResource } from '../document-type.ts'
import { type AllocationKind, allocations } from './allocations.resource.ts'

/** A type of open item, as what amounts are allocated to. */
export interface Allocatable<R extends OpenItemResource> {
  readonly resource: R
  readonly rules: Rules<R>
  /** Said when an amount is more than is outstanding. */
  readonly tooMuch: ProblemCode
  /** Why nothing can be allocated to one in its state. */
  blocker(item: Row<R>): Blocker | undefined
}

interface Allocation {
  /** What the amount is taken from. */
  readonly source: { readonly resource: Resource; readonly id: string }
  /** The id of the open item. */
  readonly target: string
  readonly kind: AllocationKind
  /** Negative where an earlier allocation is taken back. */
  readonly amount: number
}

/** Settles an open item with an amount that is taken from something else. The ledger says so. */
export async function allocate<R extends OpenItemResource>(
  ctx: Context,
  type: Allocatable<R>,
  { source, target, kind, amount }: Allocation,
): Promise<Row<R>> {
  const item = await settle(ctx, type, target, kind, amount)
  const origin = { resource: source.resource.name, id: source.id }
  await ctx.records.insert(allocations, {
    source: origin,
    target: { resource: type.resource.name, id: target },
    kind,
    amount,
  })
  return item
}

/** Its own side of an allocation: never more than is outstanding. The item stays locked before its party. */
export async function settle<R extends OpenItemResource>(
  ctx: Context,
  type: Allocatable<R>,
  id: string,
  kind: AllocationKind,
  amount: number,
): Promise<Row<R>> {
  const { resource, rules } = type
  const { party, openItem } = resource.document
  const item = await ctx.records.lock(resource, id)
  const known = item as AnyRecord
  await ctx.records.lock(partyOf(resource), known[party.field] as string)
  refuseBlocked(type.blocker(item))
  if (amount > (known.outstanding as number)) throw tooMuch(type, known, amount)
  refuseFaults(fractionFaults(resource, known, amount))
  const { field } = openItem.settledBy[kind]!
  const changes = { [field]: sumOf([known[field] as number, amount]) }
  return amendRecord(ctx, resource, rules, item, changes as Partial<Row<R>>)
}

/** Why nothing can be allocated to an open item now. */
export const unallocatable = <R extends OpenItemResource>(type: Allocatable<R>, item: Row<R>): Blocker | undefined =>
  type.blocker(item) ?? ((item as AnyRecord).outstanding === 0 ? nothingOutstanding(type, item) : undefined)

const nothingOutstanding = <R extends OpenItemResource>(
  { resource, tooMuch: code }: Allocatable<R>,
  item: AnyRecord,
): Blocker => ({
  code,
  text: msg`Nothing is outstanding on ${toldOf(resource, item)(resource.title)}.`,
  reveals: [`${resource.name}.outstanding`],
})

function tooMuch<R extends OpenItemResource>(
  { resource, tooMuch: code }: Allocatable<R>,
  item: AnyRecord,
  amount: number,
): Problem {
  const told = toldOf(resource, item)
  const message = msg`${amount} is more than the ${told('outstanding')} ${told('currency')} outstanding on ${told(resource.title)}. Enter at most that.`
  return new Problem(code, { text: message, details: [{ field: 'amount', message }] })
}

/** No payment has a tenth of a cent. */
function fractionFaults(resource: Resource, item: AnyRecord, amount: number): Detail[] {
  const decimals = currencyDecimals(item.currency as string)
  if (Number(amount.toFixed(decimals)) === amount) return []
  const told = toldOf(resource, item)
  return [{ field: 'amount', message: msg`Amount must have at most ${decimals} decimals in ${told('currency')}.` }]
}
