import { isObject } from '../../model/input.ts'
import { EXPANDED, type Reference, referencesOf } from '../../model/references.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { maySee, permissionFor, refusedAccess } from '../access.ts'
import type { Context } from '../action.ts'
import type { Entry } from '../rules.ts'
import type { Reads } from '../store.ts'

type Entries = ReadonlyMap<string, Entry>
/** Turns stored records into what the actor of the context may see. */
type Present = (entry: Entry, ctx: Context<Reads>, records: readonly AnyRecord[]) => Promise<AnyRecord[]>
type Targets = ReadonlyMap<unknown, AnyRecord>

/**
 * Records as they are shown, with the records that they name beside the ids: those that the actor may read, as the actor
 * would read them. All records of one reference are read together.
 */
export async function expanded(
  byName: Entries,
  resource: Resource,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
  paths: readonly string[],
  present: Present,
): Promise<AnyRecord[]> {
  let shown = [...records]
  for (const path of paths) {
    const reference = referencesOf(resource).get(path)!
    const ids = new Set(shown.flatMap((record) => idsIn(record, reference.parents, reference.name)))
    const targets = await targetsOf(byName, ctx, reference.target, [...ids], present)
    shown = shown.map((record) => attached(record, reference.parents, reference, targets) as AnyRecord)
  }
  return shown
}

function idsIn(value: unknown, [parent, ...inner]: readonly string[], name: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((one) => idsIn(one, parent === undefined ? [] : [parent, ...inner], name))
  if (!isObject(value)) return []
  if (parent !== undefined) return idsIn(value[parent], inner, name)
  return typeof value[name] === 'string' ? [value[name]] : []
}

/** What a request for each of them would answer; without those that it would refuse. */
async function targetsOf(
  byName: Entries,
  ctx: Context<Reads>,
  target: Resource,
  ids: readonly string[],
  present: Present,
): Promise<Targets> {
  const entry = byName.get(target.name)
  const read = entry?.actions.find(({ name }) => name === 'read')
  if (!entry || !read || ids.length === 0 || refusedAccess(ctx.actor, target, read)) return new Map()
  const found = await ctx.records.getMany(target, ids)
  const seen = [...found.values()].filter((record) => maySee(ctx.actor, target, record))
  const shown = await present(entry, { ...ctx, permission: permissionFor(ctx.actor, target) }, seen)
  return new Map(seen.map(({ id }, index) => [id, shown[index]!]))
}

/** A copy: what is shown may be the stored record itself. */
function attached(value: unknown, parents: readonly string[], reference: Reference, targets: Targets): unknown {
  if (Array.isArray(value)) return value.map((one) => attached(one, parents, reference, targets))
  if (!isObject(value)) return value
  const [parent, ...inner] = parents
  if (parent !== undefined) return { ...value, [parent]: attached(value[parent], inner, reference, targets) }
  const { name } = reference
  const target = targets.get(value[name])
  return { ...value, [EXPANDED]: { ...(value[EXPANDED] as AnyRecord | undefined), ...(target && { [name]: target }) } }
}
