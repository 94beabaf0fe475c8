import type { Context } from '../../../core/action.ts'
import { amendRecord } from '../../../core/changes.ts'
import {
  type Blocker,
  defineProblems,
  Problem,
  type ProblemCode,
  refuseBlocked,
  refuseFaults,
} from '../../../core/problem.ts'
import type { Rules } from '../../../core/rules.ts'
import type { Detail } from '../../../model/input.ts'
import { type MessageValue, msg, toldOf } from '../../../model/message.ts'
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

/** By kind; negative where an earlier allocation is taken back. */
export type Amounts = { readonly [K in AllocationKind]?: number }

interface Allocation {
  /** What the amounts are taken from. */
  readonly source: { readonly resource: Resource; readonly id: string }
  /** The id of the open item. */
  readonly target: string
  readonly amounts: Amounts
  /** Where the request says so: `allocations[1]`. */
  readonly place?: string
}

export const { OVER_ALLOCATED } = defineProblems({
  OVER_ALLOCATED: [422, msg`More is allocated than there is, or than is outstanding.`],
})

/** Settles an open item with amounts that are taken from something else. The ledger says so. */
export async function allocate<R extends OpenItemResource>(
  ctx: Context,
  type: Allocatable<R>,
  { source, target, amounts, place }: Allocation,
): Promise<void> {
  await settle(ctx, type, target, amounts, place)
  const origin = { resource: source.resource.name, id: source.id }
  for (const [kind, amount] of entriesOf(amounts))
    await ctx.records.insert(allocations, {
      source: origin,
      target: { resource: type.resource.name, id: target },
      kind,
      amount,
    })
}

/** Its own side of an allocation: never more than is outstanding. The item stays locked before its party. */
export async function settle<R extends OpenItemResource>(
  ctx: Context,
  type: Allocatable<R>,
  id: string,
  amounts: Amounts,
  place?: string,
): Promise<void> {
  const { resource, rules } = type
  const { party, openItem } = resource.document
  const item = await ctx.records.lock(resource, id)
  const known = item as AnyRecord
  await ctx.records.lock(partyOf(resource), known[party.field] as string)
  refuseUnsettled({ ...type, tooMuch: OVER_ALLOCATED }, item, amounts, place)
  const changes = entriesOf(amounts).map(([kind, amount]) => {
    const { field } = openItem.settledBy[kind]!
    return [field, sumOf([known[field] as number, amount])]
  })
  await amendRecord(ctx, resource, rules, item, Object.fromEntries(changes) as Partial<Row<R>>)
}

const entriesOf = (amounts: Amounts) =>
  (Object.entries(amounts) as [AllocationKind, number][]).filter(([, amount]) => amount !== 0)

/** Refuses what cannot be allocated to an item. */
export function refuseUnsettled<R extends OpenItemResource>(
  type: Allocatable<R>,
  item: Row<R>,
  amounts: Amounts,
  place?: string,
): void {
  const placed = (name: string) => (place ? `${place}.${name}` : name)
  const blocker = type.blocker(item)
  refuseBlocked(
    blocker?.details && place
      ? { ...blocker, details: blocker.details.map((each) => ({ ...each, field: placed(each.field) })) }
      : blocker,
  )
  const { outstanding, currency } = item as AnyRecord
  const given = sumOf(Object.values(amounts))
  if (given > (outstanding as number)) throw tooMuch(type, item, given, placed('amount'))
  const told = toldOf(type.resource, item)('currency')
  refuseFaults(Object.values(amounts).flatMap((amount) => fractionFaults(amount, currency as string, told, placed)))
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
  field: string,
): Problem {
  const told = toldOf(resource, item)
  const message = msg`${amount} is more than the ${told('outstanding')} ${told('currency')} outstanding on ${told(resource.title)}. Enter at most that.`
  return new Problem(code, { text: message, details: [{ field, message }] })
}

/** No payment has a tenth of a cent. */
export function fractionFaults(
  amount: number,
  currency: string,
  told: MessageValue,
  placed = (name: string) => name,
): Detail[] {
  const decimals = currencyDecimals(currency)
  if (Number(amount.toFixed(decimals)) === amount) return []
  return [{ field: placed('amount'), message: msg`Amount must have at most ${decimals} decimals in ${told}.` }]
}
