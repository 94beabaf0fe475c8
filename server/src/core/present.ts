import { hash } from 'node:crypto'
import type { Field, Fields } from '../model/fields.ts'
import { type AnyRecord, fieldsOf, type Resource } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import { covers } from './access.ts'
import type { Context } from './action.ts'
import { transitionsOf } from './moves.ts'
import type { Entry, Rules } from './rules.ts'
import type { Reads } from './store.ts'

/** Turns stored records into what this caller may see: computed fields in, secret and hidden fields out. */
export async function present(
  { resource, rules }: Entry,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
  select?: readonly string[],
): Promise<AnyRecord[]> {
  const { permission } = ctx
  const fields = fieldsOf(resource)
  const shown = Object.keys(fields).filter(
    (name) => isShown(fields[name]!) && !covers(permission.hidden, name) && (!select || select.includes(name)),
  )
  // What nobody asked for need not be worked out.
  const isWanted = records.length > 0 && shown.some((name) => fields[name]!.options.computed)
  const computed = isWanted && rules ? await computedFields(rules, ctx, records) : undefined
  return records.map((record, index) => {
    const whole = computed ? { ...record, ...computed[index] } : record
    const seen: AnyRecord = {}
    for (const name of shown)
      if (!fields[name]!.options.shownOnce || name in record)
        seen[name] = withoutHidden(fields[name]!.options.fields, whole[name], permission, name)
    return seen
  })
}

const isShown = ({ options }: Field) => !options.secret && !options.transient

async function computedFields(
  rules: Rules,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
): Promise<AnyRecord[] | undefined> {
  if (!rules.compute && !rules.lifecycle) return undefined
  const computed = await rules.compute?.(ctx, records as never)
  const transitions = rules.lifecycle && (await transitionsOf(ctx, rules.lifecycle, records as never))
  return records.map((_, index) => ({
    ...computed?.[index],
    ...(transitions && { allowedTransitions: transitions[index] }),
  }))
}

/** Without the secret and hidden parts of a group or of lines: `address.city`, `items.rate`. */
function withoutHidden(parts: Fields | undefined, value: unknown, permission: Permission, name: string): unknown {
  const isWhole =
    !permission.hidden?.some((path) => path.startsWith(`${name}.`)) && Object.values(parts ?? {}).every(isShown)
  if (!parts || isWhole) return value
  const strip = (part: object) =>
    Object.fromEntries(
      Object.entries(part).filter(
        ([key]) => !covers(permission.hidden, `${name}.${key}`) && (!parts[key] || isShown(parts[key])),
      ),
    )
  return Array.isArray(value) ? value.map(strip) : strip(value as object)
}

/**
 * The version names a record's state. Computed fields change without a new version, so there the tag also carries
 * a digest of what is shown; If-Match looks at the version alone.
 */
export function etagOf(resource: Resource, record: AnyRecord, body: string): string {
  const isComputed = Object.values(resource.fields).some(({ options }) => options.computed)
  return isComputed ? `"${record.version}-${hash('sha256', body, 'base64url').slice(0, 12)}"` : `"${record.version}"`
}

export const versionIn = (etag: string): number => Number(/^(?:W\/)?"(\d{1,15})(?:-[\w-]+)?"$/.exec(etag.trim())?.[1])
