import type { Context } from '../../../core/action.ts'
import { Problem } from '../../../core/problem.ts'
import type { Rules } from '../../../core/rules.ts'
import type { Allocating } from '../../../model/document.ts'
import { msg } from '../../../model/message.ts'
import { sumOf } from '../../../model/money.ts'
import type { AnyRecord, Resource } from '../../../model/resource.ts'
import type { OpenItemResource } from '../document-type.ts'
import { type Allocatable, type Amounts, allocate, OVER_ALLOCATED } from './allocate.ts'

/** The rules of what settles open items. Its lines are the only record of that which a client writes; the ledger follows them. */

export const allocationsIn = (record: AnyRecord | undefined): readonly AnyRecord[] =>
  (record?.allocations ?? []) as readonly AnyRecord[]

/** What is left of a record with these lines. */
export function leftOf({ of, kinds, less }: Allocating, record: AnyRecord): number {
  const [part] = Object.keys(kinds)
  const allocated = allocationsIn(record).map((line) => line[part!] as number)
  const taken = less ? (record[less] as readonly AnyRecord[]).map((line) => line.amount as number) : []
  return sumOf([record[of] as number, ...[...allocated, ...taken].map((amount) => -amount)])
}

/** The same; it cannot be less than nothing. */
export function unallocatedOf(allocating: Allocating, record: AnyRecord): number {
  const left = leftOf(allocating, record)
  if (left >= 0) return left
  const message = msg`${-left} more is allocated than there is. Allocate less.`
  throw new Problem(OVER_ALLOCATED, { text: message, details: [{ field: 'allocations', message }] })
}

const amountsOf = ({ kinds }: Allocating, line: AnyRecord, sign: 1 | -1): Amounts =>
  Object.fromEntries(Object.entries(kinds).map(([part, kind]) => [kind, sign * (line[part] as number)]))

/** The open items of some lines, in the order in which all requests lock them. */
export async function lockTargets(
  ctx: Context,
  { allocating }: Resource,
  { resource }: Pick<Allocatable<OpenItemResource>, 'resource'>,
  lines: readonly AnyRecord[],
): Promise<void> {
  const ids = new Set(lines.map((line) => line[allocating!.field] as string))
  for (const id of [...ids].sort()) await ctx.records.lock(resource, id)
}

export function allocatingRules<T extends OpenItemResource>(
  resource: Resource,
  type: Allocatable<T>,
): Required<Pick<Rules, 'lock' | 'changed'>> {
  const allocating = resource.allocating!
  const { field } = allocating
  const change = (ctx: Context, id: string, line: AnyRecord, sign: 1 | -1, place?: string) =>
    allocate(ctx, type, {
      source: { resource, id },
      target: line[field] as string,
      amounts: amountsOf(allocating, line, sign),
      ...(place && { place }),
    })
  return {
    /** What a new record is going to settle. One that is there is locked before what it settles. */
    async lock(ctx, { id, input }) {
      if (id === undefined) await lockTargets(ctx, resource, type, allocationsIn(input))
    },
    async changed(ctx, { before, after }) {
      const { id } = (after ?? before) as { readonly id: string }
      const [old, fresh] = [allocationsIn(before), allocationsIn(after)]
      const without = (lines: readonly AnyRecord[], others: readonly AnyRecord[]) =>
        lines.filter((line) => !others.some((other) => other.id === line.id))
      const [gone, added] = [without(old, fresh), without(fresh, old)]
      await lockTargets(ctx, resource, type, [...gone, ...added])
      for (const line of gone) await change(ctx, id, line, -1)
      for (const [index, line] of added.entries()) await change(ctx, id, line, 1, `allocations[${index}]`)
    },
  }
}
