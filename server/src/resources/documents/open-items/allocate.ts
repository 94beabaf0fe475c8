import type { Context } from '../../../core/action.ts'
import { amendRecord } from '../../../core/changes.ts'
import { type Blocker, Problem, type ProblemCode, refuseBlocked, refuseFaults } from '../../../core/problem.ts'
import type { Rules } from '../../../core/rules.ts'
import type { Detail } from '../../../model/input.ts'
import { msg } from '../../../model/message.ts'
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
  refuseFaults(fractionFaults(amount, known.currency as string))
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
  text: msg`Nothing is outstanding on ${numberOf(resource, item)}.`,
  reveals: revealed(resource, 'outstanding', resource.title),
})

function tooMuch<R extends OpenItemResource>(
  { resource, tooMuch: code }: Allocatable<R>,
  item: AnyRecord,
  amount: number,
): Problem {
  const { outstanding, currency } = item as { outstanding: number; currency: string }
  const message = msg`${amount} is more than the ${outstanding} ${currency} outstanding on ${numberOf(resource, item)}. Enter at most that.`
  return new Problem(code, {
    text: message,
    details: [{ field: 'amount', message }],
    reveals: revealed(resource, 'outstanding', resource.title, 'currency'),
  })
}

/** What people call it by. */
const numberOf = ({ title }: Resource, item: AnyRecord) => item[title] as string
const revealed = ({ name }: Resource, ...fields: readonly string[]) => fields.map((field) => `${name}.${field}`)

/** No payment has a tenth of a cent. */
function fractionFaults(amount: number, currency: string): Detail[] {
  const decimals = currencyDecimals(currency)
  if (Number(amount.toFixed(decimals)) === amount) return []
  return [{ field: 'amount', message: msg`Amount must have at most ${decimals} decimals in ${currency}.` }]
}
