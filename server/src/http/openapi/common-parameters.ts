import { DRY_RUN } from '../../core/action.ts'
import { IDEMPOTENCY_KEY_MAX } from '../../core/execution/idempotency.ts'
import { INCLUDE, PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../../core/lists/parse-list.ts'
import type { JsonSchema } from '../../model/kinds/field-kind.ts'
import { kinds } from '../../model/kinds/index.ts'
import { INCLUDES, LIST_INCLUDES } from '../../model/permitted.ts'
import type { Part } from './names.ts'

export const query = (name: string, description: string, schema: JsonSchema, more: Part = {}): Part => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
})
export const header = (name: string, description: string, schema: JsonSchema = { type: 'string' }): Part => ({
  name,
  in: 'header',
  description,
  schema,
})

/** Parameters that read the same on every action. Optional ones have no examples: explorers would send these along. */
export const commonParameters = {
  Page: query('page', 'Which page. Not together with `cursor`.', { type: 'integer', minimum: 1, default: 1 }),
  PerPage: query('perPage', `Records on a page. More than ${PER_PAGE_MAX} is served as ${PER_PAGE_MAX}.`, {
    type: 'integer',
    minimum: 1,
    maximum: PER_PAGE_MAX,
    default: PER_PAGE_DEFAULT,
  }),
  Cursor: query(
    'cursor',
    'Continues where the page ended whose `meta.nextCursor` this is; filters and order must be the same.',
    { type: 'string' },
  ),
  Order: query('order', 'Ties are ordered by id.', { type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
  UpdatedSince: query(
    'updatedSince',
    'Only records that changed at or after this moment.',
    kinds.instant.filterSchema({}),
  ),
  IncludeTotal: query('includeTotal', 'Whether to count all records. If left out: yes with `page`, no with `cursor`.', {
    type: 'boolean',
  }),
  Include: query(
    INCLUDE,
    'What each record is to carry beside its fields: `permitted` tells what you may do with it now.',
    { type: 'array', items: { type: 'string', enum: [...INCLUDES] }, minItems: 1 },
    { style: 'form', explode: false },
  ),
  ListInclude: query(
    INCLUDE,
    '`permitted`: what you may do with each record now. `counts`, `sums`: figures in `meta`, left out above 100,000 records.',
    { type: 'array', items: { type: 'string', enum: [...LIST_INCLUDES] }, minItems: 1 },
    { style: 'form', explode: false },
  ),
  IfMatch: header(
    'If-Match',
    'The ETag of the record as you know it: if it has changed since, nothing happens and the answer is 412.',
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The ETag of the record as you have it: if it is still the same, the answer is 304 without a body.',
  ),
  DryRun: query(
    DRY_RUN,
    'With `true`, all of it is checked and rolled back: the answer is the same, with `meta.effects`.',
    { type: 'boolean' },
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Any text of your own, such as a UUID, new for each request. Sent again with the same key within seven days, a request is carried out only once.',
    { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
  ),
} as const satisfies { readonly [name: string]: Part }
