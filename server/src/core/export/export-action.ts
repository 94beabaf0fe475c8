import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import { authorise } from '../access.ts'
import { type Action, readAction } from '../action.ts'
import type { Comparable, Page } from '../lists/list-query.ts'
import { present } from '../reply/reply.ts'
import type { Rules } from '../rules.ts'
import { layoutOf, rowsOf } from './columns.ts'
import { CSV_TYPE, csvOf } from './csv.ts'
import { referredIn } from './referred.ts'
import { sheetFor, tableQuery, titlesIn } from './spreadsheet.ts'

/** Records per chunk: few enough that other requests do not wait while one is made. */
const PIECE = 200

/** `GET /export` for every resource with a list: all of its records as a table, chunk by chunk. */
export const exportAction = <R extends Resource>(resource: R, rules: Rules<R> | undefined, list: Action): Action =>
  readAction({
    name: 'export',
    method: 'GET',
    path: '/export',
    parameters: 'whole-list',
    query: tableQuery,
    access: 'export',
    status: 200,
    produces: 'text/csv',
    auditRead: true,
    summary: `Export ${resource.name} as CSV`,
    description: 'All matching records, with the filters of the list.',
    async run(ctx, call) {
      authorise(ctx.actor, resource, list)
      const { page: first, ...query } = call.list!
      const answer = await list.run(ctx as never, { ...call, list: { ...query, perPage: PIECE, withTotal: false } })
      const { records, hasMore } = (answer as { page: Page<AnyRecord> }).page
      const sheet = sheetFor(call.input, ctx.actor.language)
      const systems = query.after?.systems ?? (await ctx.records.systems(resource))
      const options = { select: call.select, isForPeople: sheet !== undefined, systems }
      const layout = layoutOf(resource, ctx.permission.hidden, options)
      const shown = await present({ resource, ...(rules && { rules }), actions: [] }, ctx, records, layout.fields)
      const header = first === undefined ? [] : [layout.columns.map(({ name }) => sheet?.heading(name) ?? name)]
      const referred = await referredIn(ctx, layout, shown)
      const format = sheet?.format(await titlesIn(ctx, layout, shown))
      const form = { ...sheet?.form, hasByteOrderMark: sheet !== undefined && first !== undefined }
      const last = records.at(-1)
      return {
        file: {
          name: `${resource.name}-${ctx.now.slice(0, 10)}.csv`,
          type: CSV_TYPE,
          content: csvOf([...header, ...shown.flatMap((record) => rowsOf(layout, record, referred, format))], form),
          isAttachment: true,
          ...(hasMore && {
            next: { value: valueAt(last!, query.sort) as Comparable, id: last!.id as string, systems },
          }),
        },
      }
    },
  })
