import { covers, mayRead } from '../../core/access.ts'
import { type Action, type Context, readAction } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { group, list, ref, text } from '../../model/fields.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { fold } from '../../model/text.ts'

const FOUND_MAX = 5

/** The fields by which the actor may learn that a record is there already. */
export const comparedIn = ({ similarBy = [], title }: Resource, { hidden }: Permission): readonly string[] =>
  covers(hidden, title) || covers(hidden, 'id') ? [] : similarBy.filter((path) => !covers(hidden, path))

interface Similar {
  readonly record: AnyRecord
  /** In which it is alike. */
  readonly fields: readonly string[]
}

/** Records that the actor sees and that may be the same: alike in one of the fields, case and accents ignored. */
async function similarTo(ctx: Context<Reads>, resource: Resource, sent: AnyRecord): Promise<Similar[]> {
  if (!resource.similarBy || !mayRead(ctx.actor, resource)) return []
  const texts = comparedIn(resource, ctx.permission).map((path) => [path, valueAt(sent, path)] as const)
  const values = Object.fromEntries(texts.filter(([, value]) => typeof value === 'string' && value !== ''))
  if (Object.keys(values).length === 0) return []
  const found = await ctx.records.similar(resource, values as Record<string, string>, FOUND_MAX)
  const isAlike = (record: AnyRecord, [path, value]: [string, unknown]) =>
    fold((valueAt(record, path) as string | null) ?? '') === fold(value as string)
  return found.map((one) => {
    const record = one as AnyRecord
    const alike = Object.entries(values).filter((entry) => isAlike(record, entry))
    return { record, fields: alike.map(([path]) => path) }
  })
}

/** For a form, while it is being filled in. */
export const similarAction = (resource: Resource): Action =>
  readAction({
    name: 'similar',
    method: 'GET',
    path: '/similar',
    summary: `Find ${resource.name} that a new one may be a second of`,
    description: `Those with one of the given values, upper and lower case and accents ignored; at most ${FOUND_MAX}.`,
    access: 'read',
    status: 200,
    query: Object.fromEntries(
      resource.similarBy!.map((path) => [path, text({ max: resource.fields[path]?.options.max ?? 200 })]),
    ),
    output: list(
      group({
        id: ref(resource.name, { required: true }),
        title: text({ required: true, description: 'What it is called.' }),
        fields: list(text(), { description: 'In which it is alike.' }),
      }),
    ),
    async run(ctx, { input }) {
      const found = await similarTo(ctx, resource, input)
      return {
        data: found.map(({ record, fields }) => ({ id: record.id, title: record[resource.title], fields })),
      }
    },
  })
