import { covers, fieldRefusal, permissionOn } from '../../../core/access.ts'
import { type Action, type Context, readAction, writeAction } from '../../../core/action.ts'
import { refuseFaults } from '../../../core/problem.ts'
import type { Reads } from '../../../core/store.ts'
import { choice, group, integer, list, text } from '../../../model/fields.ts'
import { type Message, msg } from '../../../model/message.ts'
import type { Resource } from '../../../model/resource.ts'
import type { DocumentResource } from '../../documents/document-type.ts'
import { numberFrom, seriesOf } from '../../documents/numbering.ts'
import { businessSettings, patternOf, today } from '../settings.operations.ts'
import { SETTINGS_ID, settings } from '../settings.resource.ts'
import { numberJumps } from './number-jumps.resource.ts'
import { numberedIn } from './patterns.ts'

/** Far below what a counter holds, and far above what a company writes. */
const NUMBER_MAX = 999_999_999

const numberingPath = { path: '/numbering', recordId: SETTINGS_ID }

const output = list(
  group({
    document: text({ required: true, example: 'invoices', description: 'The resource that the series is for.' }),
    pattern: text({ required: true, example: 'INV-{year}-{number}' }),
    year: integer({ required: true, example: 2026 }),
    nextNumber: integer({ required: true, example: 413 }),
    number: text({ required: true, example: 'INV-2026-00413', description: 'How that is written.' }),
  }),
)

/** The next numbers of all documents in the catalog that have numbers. */
export function numberingActions(catalog: readonly Resource[]): readonly Action[] {
  const numbered = numberedIn(catalog)
  const read = readAction({
    name: 'get-numbering',
    method: 'GET',
    ...numberingPath,
    summary: 'Get the next number of each series',
    description: 'Of the current year, where the pattern contains the year.',
    access: 'read',
    status: 200,
    output,
    run: async (ctx) => ({ data: await allOf(ctx, numbered) }),
  })
  const raise = writeAction({
    name: 'set-next-number',
    method: 'PUT',
    ...numberingPath,
    summary: 'Continue a series at a higher number',
    description:
      'The next document gets this number, and those after it the following ones without gaps. A number can only be raised; the audit log records it.',
    access: 'update',
    status: 200,
    output,
    input: {
      document: choice(
        numbered.map(({ name }) => name),
        { required: true, example: 'invoices' },
      ),
      nextNumber: integer({ required: true, min: 1, max: NUMBER_MAX, example: 413 }),
      year: integer({ min: 1900, max: 9999, example: 2026, description: 'The current year if left out.' }),
    },
    mode: 'create',
    async run(ctx, { input }) {
      const resource = numbered.find(({ name }) => name === input.document)!
      await raiseNumber(ctx, resource, input.nextNumber, input.year ?? (await yearOf(ctx)))
      return { data: await allOf(ctx, numbered) }
    },
  })
  return [read, raise]
}

const yearOf = async (ctx: Context<Reads>) => Number((await today(ctx)).slice(0, 4))

interface Series {
  /** As the counter is called. */
  readonly name: string
  readonly pattern: string
  readonly year: string
}

async function seriesFor(ctx: Context<Reads>, resource: DocumentResource, year: number): Promise<Series> {
  const pattern = patternOf(await businessSettings(ctx), resource)
  const digits = String(year)
  return { name: `${resource.name} ${seriesOf(pattern, digits)}`, pattern, year: digits }
}

/** The field of the settings that holds the pattern. */
const settingOf = ({ document }: DocumentResource): string => document.number!.setting ?? 'numberPatterns'

/** The map of patterns is also hidden with those that have a field of their own. That hides no other pattern here. */
const hiddenFor = ({ actor, permission }: Context<Reads>, { document }: DocumentResource) =>
  (document.number!.setting ? permission : permissionOn(actor.permissions, settings)).hidden

/** A role that does not see a pattern does not see what is numbered by it. */
async function allOf(ctx: Context<Reads>, numbered: readonly DocumentResource[]) {
  const year = await yearOf(ctx)
  const shown = numbered.filter((resource) => !covers(hiddenFor(ctx, resource), settingOf(resource)))
  return Promise.all(
    shown.map(async (resource) => {
      const series = await seriesFor(ctx, resource, year)
      const nextNumber = (await ctx.records.lastNumber(series.name)) + 1
      const number = numberFrom(series.pattern, series.year, nextNumber)
      return { document: resource.name, pattern: series.pattern, year, nextNumber, number }
    }),
  )
}

async function raiseNumber(ctx: Context, resource: DocumentResource, to: number, year: number): Promise<void> {
  const { field } = resource.document.number!
  const setting = settingOf(resource)
  if (covers(hiddenFor(ctx, resource), setting)) throw fieldRefusal(setting, 'see')
  if (covers(ctx.permission.readOnly, setting)) throw fieldRefusal(setting, 'change')
  const { name, pattern, year: digits } = await seriesFor(ctx, resource, year)
  const from = await ctx.records.skipTo(name, to)
  if (to === from) return
  if (to < from) refuseNumber(msg`The next number can only be raised: it must be at least ${from}.`)
  const [before, after] = [from, to].map((number) => numberFrom(pattern, digits, number))
  // Another pattern may have given the same number.
  if (await ctx.records.find(resource, { [field]: after! } as never))
    refuseNumber(msg`The number ${after!} is used already. Choose a higher one.`)
  await ctx.records.insert(numberJumps, { series: name, from, to })
  ctx.records.note({
    action: 'set-next-number',
    resource: 'settings',
    recordId: SETTINGS_ID,
    changes: { nextNumber: [before!, after!] },
  })
}

const refuseNumber = (message: Message) => refuseFaults([{ field: 'nextNumber', message }])
