import type { Fields } from '../model/fields.ts'
import { type Detail, emptyOf, labelOf, merge } from '../model/input.ts'
import { type AnyRecord, fieldsOf, type Resource, type Row, valueAt } from '../model/resource.ts'
import { fieldRefusal } from './access.ts'
import type { Action, Context, Rules } from './action.ts'
import { Problem, refuseFaults } from './problem.ts'
import type { Reads, Referrers } from './store.ts'

/** The actions that every resource has for free. */
export function stockActions<R extends Resource>(resource: R, rules: Rules<R> = {}): Action[] {
  const { fields, name, singular } = resource

  /** What is kept: the sent values, what follows from them, and no fault in either. */
  async function complete(ctx: Context, record: AnyRecord, sent: AnyRecord): Promise<Row<R>> {
    const whole = { ...record, ...rules.derive?.(record as Row<R>) } as Row<R>
    const faults = [...(await missingReferences(ctx.records, fields, sent)), ...(rules.check?.(whole) ?? [])]
    refuseFaults(faults)
    return whole
  }

  return [
    {
      name: 'list',
      method: 'GET',
      path: '',
      parameters: 'list',
      access: 'read',
      status: 200,
      summary: `List ${name}`,
      run: async ({ records }, { list }) => ({ page: await records.list(resource, list!) }),
    },
    {
      name: 'create',
      method: 'POST',
      path: '',
      access: 'create',
      input: fieldsOf(resource),
      mode: 'create',
      status: 201,
      summary: `Create ${article(singular)} ${singular}`,
      run: async (ctx, { input }) => {
        const record = await complete(ctx, { ...emptyRecord(fields), ...(input as AnyRecord) }, input)
        return { record: await ctx.records.insert(resource, record as never) }
      },
    },
    {
      name: 'read',
      method: 'GET',
      path: '/:id',
      parameters: 'record',
      access: 'read',
      status: 200,
      summary: `Get one ${singular}`,
      run: async ({ records }, { id }) => ({ record: await records.get(resource, id) }),
    },
    {
      name: 'update',
      method: 'PUT',
      path: '/:id',
      access: 'update',
      input: fieldsOf(resource),
      mode: 'update',
      status: 200,
      summary: `Update ${article(singular)} ${singular}`,
      description: 'Fields that are left out stay as they are; null clears a field; lists are replaced as a whole.',
      run: async (ctx, { id, input }) => {
        const before = await ctx.records.lock(resource, id)
        const merged = merge(fields, before, input)
        refuseReadOnly(ctx, before, merged)
        const after = await complete(ctx, merged, input)
        return { record: await ctx.records.update(resource, before, after) }
      },
    },
    {
      name: 'delete',
      method: 'DELETE',
      path: '/:id',
      access: 'delete',
      status: 204,
      problems: ['RESOURCE_IN_USE'],
      summary: `Delete ${article(singular)} ${singular}`,
      run: async ({ records }, { id }) => {
        const record = await records.lock(resource, id)
        refuseInUse(resource, await records.referrers(resource, id))
        await records.remove(resource, record)
        return undefined
      },
    },
  ]
}

/** A role may send back what it must not change, as long as it is as it was; what it does not see stays as it is. */
function refuseReadOnly({ permission }: Context, before: AnyRecord, after: AnyRecord): void {
  const textAt = (record: AnyRecord, path: string) => JSON.stringify(valueAt(record, path))
  const guarded = [...(permission.readOnly ?? []), ...(permission.hidden ?? [])]
  const changed = guarded.find((path) => textAt(before, path) !== textAt(after, path))
  if (changed) throw fieldRefusal(changed, 'change')
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a')

const emptyRecord = (fields: Fields): AnyRecord =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyOf(field)]))

/** Every id inside a body must name a record that exists. */
async function missingReferences(records: Reads, fields: Fields, sent: AnyRecord): Promise<Detail[]> {
  const found = referencesIn(fields, sent)
  const faults: Detail[] = []
  for (const [target, references] of Map.groupBy(found, (reference) => reference.target)) {
    const missing = await records.missing(target, [...new Set(references.map(({ id }) => id))])
    for (const { path, id } of references) {
      if (missing.has(id))
        faults.push({ field: path, message: `${labelOf(path)} does not exist: ${target} has no "${id}".` })
    }
  }
  return faults
}

interface Reference {
  readonly target: string
  readonly path: string
  readonly id: string
}

function referencesIn(fields: Fields, values: AnyRecord, prefix = ''): Reference[] {
  return Object.entries(fields).flatMap(([name, { kind, options }]): Reference[] => {
    const value = values[name]
    const path = prefix + name
    if (value === null || value === undefined) return []
    if (kind === 'ref') return [{ target: options.target!, path, id: value as string }]
    if (kind === 'group') return referencesIn(options.fields!, value as AnyRecord, `${path}.`)
    if (kind !== 'lines') return []
    return (value as AnyRecord[]).flatMap((line, index) => referencesIn(options.fields!, line, `${path}[${index}].`))
  })
}

function refuseInUse(resource: Resource, referrers: readonly Referrers[]): void {
  if (referrers.length === 0) return
  const uses = referrers.map(
    ({ resource: name, count, firstIds }) =>
      `${count} ${name} (${firstIds.join(', ')}${count > firstIds.length ? ', …' : ''})`,
  )
  const instead = 'isActive' in resource.fields ? ' Set isActive to false instead.' : ''
  throw new Problem('RESOURCE_IN_USE', {
    message: `This ${resource.singular} cannot be deleted because it is used by ${uses.join(' and ')}.${instead}`,
    details: referrers.map(({ resource: name, count }) => ({ field: name, message: `${count} in use` })),
  })
}
