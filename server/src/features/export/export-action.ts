import { authorise } from '../../core/access.ts'
import { type Action, readAction } from '../../core/action.ts'
import type { Comparable, Page } from '../../core/lists/list-query.ts'
import type { Rules } from '../../core/rules.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import { XLSX_TYPE } from '../xlsx/xlsx.ts'
import { collectWorkbook } from './collect-workbook.ts'
import { type FormatName, formats, NDJSON_TYPE } from './formats.ts'
import { tableQuery } from './spreadsheet.ts'

/** Records per chunk: few enough that other requests do not wait while one is made. */
const PIECE = 200

/** `GET /export` for every resource with a list: all of its records as a file, chunk by chunk. */
export const exportAction = <R extends Resource>(resource: R, rules: Rules<R> | undefined, list: Action): Action =>
  readAction({
    name: 'export',
    method: 'GET',
    path: '/export',
    parameters: 'whole-list',
    query: tableQuery,
    access: 'export',
    // Records of administration tell who has access to what.
    ...(resource.administrative && { needsProof: true }),
    status: 200,
    produces: ['text/csv', XLSX_TYPE, NDJSON_TYPE],
    auditRead: true,
    summary: `Export ${resource.name}`,
    description: 'With the filters of the list.',
    async run(ctx, call) {
      authorise(ctx.actor, resource, list)
      const { page: first, ...query } = call.list!
      const answer = await list.run(ctx as never, { ...call, list: { ...query, perPage: PIECE, withTotal: false } })
      const { records, hasMore } = (answer as { page: Page<AnyRecord> }).page
      const extension = call.input.format as FormatName
      const { type, write } = formats[extension]
      const systems = query.after?.systems ?? (await ctx.records.systems(resource))
      const isFirst = first !== undefined
      const content = await write({ resource, rules: rules as Rules | undefined, ctx, call, records, systems, isFirst })
      const last = records.at(-1)
      return {
        file: {
          name: `${resource.name}-${ctx.now.slice(0, 10)}.${extension}`,
          type,
          content,
          isAttachment: true,
          ...(hasMore && {
            next: { value: valueAt(last!, query.sort) as Comparable, id: last!.id as string, systems },
          }),
        },
      }
    },
    assemble: ({ input }, pieces) => (input.format === 'xlsx' ? collectWorkbook(pieces) : undefined),
  })
