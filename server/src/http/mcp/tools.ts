import { covers } from '../../core/access.ts'
import type { Pair } from '../../core/lists/parameters.ts'
import { choice, type Fields, list, text } from '../../model/fields.ts'
import { LIST_INCLUDES, PERMITTED } from '../../model/permitted.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { argument, oneOf } from './arguments.ts'
import { fieldsThatMatter, filterPairs, pairsOf } from './queries.ts'
import { type Offer, resourcesIn, type Toolbox, type ToolName, takesId } from './toolbox.ts'

/** What a call asks of the action that it is for, in the form of a request to the API. */
export interface Order {
  readonly pairs?: (resource: Resource, permission: Permission) => readonly Pair[]
  readonly body?: AnyRecord
}

export interface Tool {
  readonly title: string
  readonly description: string
  /** Changes nothing; or whether it may overwrite or remove something, and whether a repeated call does nothing more. */
  readonly effect: 'reads' | 'adds' | 'replaces' | 'acts'
  /** The arguments, for the given offers. */
  fields(box: Toolbox): Fields
  order(given: AnyRecord): Order
}

const resourceOf = (box: Toolbox, tool: ToolName) => argument.resource(resourcesIn(box.get(tool)))
/** Where a resource in the box has but one record, the id can be left out. */
const idFor = (box: Toolbox, tool: ToolName) => (box.get(tool)?.every(takesId) ? argument.id : argument.optionalId)
const { fields, limit, cursor, ifVersion, dryRun, idempotencyKey } = argument
const writing = { dryRun, idempotencyKey }
const changing = { ifVersion, ...writing }

const INCLUDED = LIST_INCLUDES.filter((name) => name !== PERMITTED)
const OF_FIELDS = 'describe_resource tells the fields'

/** Who, when and what. */
const OF_HISTORY = ['createdAt', 'actorName', 'action', 'operation', 'changes']

/** A report is called by the last part of its address. */
export const reportName = ({ action }: Offer): string => action.path.slice(1)

export const tools: { readonly [N in ToolName]: Tool } = {
  search: {
    title: 'Search everywhere',
    description: 'Finds records of all kinds by words, also misspelt ones. Use it to get the id of a record.',
    effect: 'reads',
    fields: searchFields,
    order: (given) => ({ pairs: () => pairsOf(given) }),
  },
  describe_resource: {
    title: 'Describe a kind of records',
    description:
      'Tells the fields, filters, statuses and actions of one kind of records, as far as you may use them. Call it before you create, change or filter records of it. Without the argument it lists the kinds of records.',
    effect: 'reads',
    fields: (box) => ({ resource: oneOf(resourcesIn(box.get('read_record')), { description: 'Which kind.' }) }),
    order: () => ({}),
  },
  list_records: {
    title: 'List records',
    description:
      'Lists records of one kind, filtered and sorted. Empty fields are left out of the result. The result tells the total; include counts or sums instead of adding up yourself.',
    effect: 'reads',
    fields: (box) => ({
      resource: resourceOf(box, 'list_records'),
      filters: argument.optionalValues(
        'By field: a value, a list of values, or operators such as {"orderDate": {"gte": "2026-01-01"}, "status": ["draft", "submitted"]}. Operators: eq, ne, gt, gte, lt, lte, in, like.',
      ),
      search: text({ max: 200, description: 'Words that the records must contain.' }),
      sort: text({ max: 100, description: 'The field to sort by; createdAt if left out.' }),
      order: choice(['asc', 'desc'], { description: 'desc if left out.' }),
      fields,
      limit,
      cursor,
      include: list(choice(INCLUDED), { description: 'The number of records of each status; sums of amounts.' }),
    }),
    order: ({ filters, fields: selected = [], limit: perPage, resource: _, ...rest }) => ({
      pairs: (resource, permission) => [
        ...filterPairs((filters ?? {}) as AnyRecord),
        ...pairsOf({ ...rest, perPage, fields: orElse(selected, fieldsThatMatter(resource, permission)) }),
      ],
    }),
  },
  read_record: {
    title: 'Read a record',
    description:
      'Reads one record whole. Empty fields are left out. allowedTransitions tells which statuses it can get, and permitted what else can be done with it now; if something cannot, they say why.',
    effect: 'reads',
    fields: (box) => ({ resource: resourceOf(box, 'read_record'), id: idFor(box, 'read_record'), fields }),
    order: ({ fields: selected = [] }) => ({
      pairs: () => ((selected as []).length > 0 ? pairsOf({ fields: selected }) : pairsOf({ include: PERMITTED })),
    }),
  },
  read_history: {
    title: 'Read the history of a record',
    description: 'Lists who changed one record, when and what, the newest change first.',
    effect: 'reads',
    fields: (box) => ({
      resource: resourceOf(box, 'read_history'),
      id: idFor(box, 'read_history'),
      limit,
      cursor,
    }),
    order: ({ limit: perPage, cursor: after }) => ({
      pairs: (_resource, { hidden }) =>
        pairsOf({ perPage, cursor: after, fields: OF_HISTORY.filter((name) => !covers(hidden, name)) }),
    }),
  },
  create_record: {
    title: 'Create a record',
    description: 'Creates one record. Fields with a default can be left out.',
    effect: 'adds',
    fields: (box) => ({
      resource: resourceOf(box, 'create_record'),
      values: argument.values(`The fields of the new record; ${OF_FIELDS}. References are ids.`),
      ...writing,
    }),
    order: ({ values }) => ({ body: values as AnyRecord }),
  },
  update_record: {
    title: 'Change a record',
    description:
      'Changes the given fields of one record, and leaves the others as they are. Lists and lines are replaced.',
    effect: 'replaces',
    fields: (box) => ({
      resource: resourceOf(box, 'update_record'),
      id: idFor(box, 'update_record'),
      values: argument.values(`The fields to change; ${OF_FIELDS}.`),
      ...changing,
    }),
    order: ({ values }) => ({ body: values as AnyRecord }),
  },
  delete_record: {
    title: 'Delete a record',
    description: 'Deletes one record. Ask the user first. Records that others refer to cannot be deleted.',
    effect: 'replaces',
    fields: (box) => ({
      resource: resourceOf(box, 'delete_record'),
      id: idFor(box, 'delete_record'),
      ...changing,
    }),
    order: () => ({}),
  },
  change_status: {
    title: 'Change the status of a record',
    description:
      'Moves one record to another status: submits an order, issues an invoice, cancels. Some statuses are final, so ask the user first. The allowedTransitions of the record tell what is possible, and why not.',
    effect: 'replaces',
    fields: (box) => ({
      resource: resourceOf(box, 'change_status'),
      id: idFor(box, 'change_status'),
      status: text({ required: true, max: 60, description: 'The new status.' }),
      options: argument.optionalValues(
        'Rarely needed: what else the move takes, such as the override that a blocker names.',
      ),
      ...changing,
    }),
    order: ({ status, options }) => ({ body: { ...(options as AnyRecord | undefined), status } }),
  },
  run_action: {
    title: 'Run another action',
    description:
      'Runs an action that one kind of records has beside creating, changing and deleting. describe_resource lists the actions with what they take.',
    effect: 'acts',
    fields: (box) => ({
      resource: resourceOf(box, 'run_action'),
      action: choice([...new Set(box.get('run_action')?.map(({ action }) => action.name))], {
        required: true,
        description: 'The name of the action.',
      }),
      id: argument.optionalId,
      values: argument.optionalValues('What the action takes.'),
      ...changing,
    }),
    order: ({ values = {} }) => ({ body: values as AnyRecord }),
  },
  run_report: {
    title: 'Run a report',
    description: 'Adds up records: figures of the business as far as you may see them.',
    effect: 'reads',
    fields: (box) => ({
      report: choice((box.get('run_report') ?? []).map(reportName), {
        required: true,
        description: (box.get('run_report') ?? []).map(reportLine).join(' '),
      }),
      parameters: argument.optionalValues('Of the report, by name.'),
    }),
    order: ({ parameters = {} }) => ({ pairs: () => pairsOf(parameters as AnyRecord) }),
  },
}

export const isToolName = (name: string): name is ToolName => Object.hasOwn(tools, name)

/** The parameters of the search, with those kinds of records that can be read. */
function searchFields(box: Toolbox): Fields {
  const query = queryOf(box.get('search')?.[0])
  const readable = resourcesIn(box.get('read_record'))
  const searched = query.types?.options.of?.options.choices ?? []
  const types = oneOf(searched.filter((name) => readable.includes(name)))
  return { ...query, types: list(types, { description: 'Only these kinds of records.' }) }
}

const queryOf = (offer: Offer | undefined): Fields => (offer?.action as { query?: Fields } | undefined)?.query ?? {}

const orElse = (given: unknown, otherwise: readonly string[]) => ((given as []).length > 0 ? given : otherwise)

/** `sales: Get what was invoiced. Parameters: from, to, interval (day, week).` */
function reportLine(offer: Offer): string {
  const parameters = Object.entries(queryOf(offer)).map(([name, { options }]) =>
    options.choices ? `${name} (${options.choices.join(', ')})` : name,
  )
  const taken = parameters.length > 0 ? ` Parameters: ${parameters.join(', ')}.` : ''
  return `${reportName(offer)}: ${offer.action.summary}.${taken}`
}
