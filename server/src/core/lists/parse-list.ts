import type { Field, Fields } from '../../model/fields.ts'
import { EXTERNAL_IDS, systemIn } from '../../model/keys/external-ids.ts'
import { Fault, hasParts, hasRows, type ScalarField } from '../../model/kinds/field-kind.ts'
import { externalId } from '../../model/kinds/structures/external-ids.ts'
import { onceFor } from '../../model/memo.ts'
import { listed, msg, recordsName } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import { INCLUDES, type Include, LIST_INCLUDES } from '../../model/permitted.ts'
import { keyOfReference } from '../../model/references.ts'
import { fieldsOf, lineScalarsOf, type Resource, scalarsOf } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { fold, isPlainText, toInstant, wordsOf } from '../../model/text.ts'
import { isConcealed, isReceived, isSortable } from '../../model/traits.ts'
import { refuseHidden } from '../access.ts'
import type { Action } from '../action.ts'
import { Problem } from '../problem.ts'
import { type Cursors, listingOf } from './cursor.ts'
import { type Comparable, type Condition, type ListQuery, OPERATORS, type Operator } from './list-query.ts'
import { invalid, isAbsent, joined, namesIn, type Pair, refuse, shown } from './parameters.ts'

export const PER_PAGE_DEFAULT = 20
export const PER_PAGE_MAX = 100
/** Beyond the end of any list. */
const PAGE_MAX = 1_000_000_000_000
const CONDITIONS_MAX = 50
const IN_VALUES_MAX = 200
const TEXT_PARAMETER_MAX = 200
const WORDS_MAX = 10

export const LIST_PARAMETERS = [
  'page',
  'perPage',
  'cursor',
  'sort',
  'order',
  'search',
  'fields',
  'updatedSince',
  'includeTotal',
] as const
type ListParameter = (typeof LIST_PARAMETERS)[number]

const PAGING: readonly string[] = ['page', 'perPage', 'cursor', 'includeTotal']

/** Of a list that is answered as a whole. */
export function refusePaging(pairs: readonly Pair[]): void {
  const paging = pairs.find(([name]) => PAGING.includes(name))
  if (paging) throw invalid(paging[0], msg`There is no parameter "${paging[0]}" here: the response is the whole list.`)
}

export const INCLUDE = 'include'

/** Whether it answers with records of its own resource, so that `include` can be asked of it. */
export const takesInclude = (action: Action): boolean =>
  action.method === 'GET' && (action.parameters === 'record' || (action.parameters === 'list' && !action.of))

/** Takes `include` out of the query. An action that does not take it leaves it in: it is refused as an unknown parameter. */
export function takeIncludes(action: Action, pairs: readonly Pair[]): { include: Include[]; rest: readonly Pair[] } {
  const isAsked = takesInclude(action) && pairs.some(([name]) => name === INCLUDE)
  if (!isAsked) return { include: [], rest: pairs }
  const names = pairs.filter(([name]) => name === INCLUDE).flatMap(([, value]) => namesIn(value))
  const isList = action.method === 'GET' && action.parameters === 'list'
  const known: readonly string[] = isList ? LIST_INCLUDES : INCLUDES
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalid(INCLUDE, msg`include contains ${shown(unknown)}; allowed: ${listed(known)}.`)
  return { include: [...new Set(names)] as Include[], rest: pairs.filter(([name]) => name !== INCLUDE) }
}

export interface ListRequest {
  readonly list: ListQuery
  readonly select?: readonly string[]
}

const isListParameter = (name: string): boolean => name === 'fields' || name.endsWith('[in]')

/** Reads the query string of a list. `elsewhere` knows values that other resources give a field of the same name. */
export function parseList(
  resource: Resource,
  pairs: readonly Pair[],
  permission: Permission,
  cursors: Cursors,
  elsewhere: (field: string) => ReadonlySet<string>,
  isTable = false,
): ListRequest {
  const scalars = filterableOf(resource)
  const parameters = new Map<ListParameter, string>()
  const conditions: Condition[] = []
  for (const [name, value] of joined(pairs, isListParameter)) {
    if (!(LIST_PARAMETERS as readonly string[]).includes(name))
      conditions.push(...parseCondition(resource, scalars, name, value, elsewhere))
    else if (!isAbsent(value)) parameters.set(name as ListParameter, value)
  }
  if (conditions.length > CONDITIONS_MAX) {
    throw refuse('INVALID_FILTER', '', msg`A list takes at most ${CONDITIONS_MAX} filters.`)
  }
  const since = parameters.get('updatedSince')
  if (since !== undefined) conditions.push({ path: 'updatedAt', operator: 'gte', values: [parseSince(since)] })

  const words = parseSearch(parameters.get('search'))
  const sort = parseSort(resource, parameters.get('sort'))
  const select = parseSelection(resource, parameters.get('fields'), isTable)
  const searched = words.length > 0 ? searchFieldsOf(resource) : []
  refuseHidden(permission, [...conditions.map(({ path }) => path), sort, ...(select ?? []), ...searched])

  const base = {
    perPage: Math.min(parseInteger('perPage', parameters.get('perPage'), PER_PAGE_DEFAULT), PER_PAGE_MAX),
    sort,
    order: parseChoice('order', parameters.get('order'), ['asc', 'desc'] as const) ?? 'desc',
    words,
    conditions,
  }
  const includeTotal = parseChoice('includeTotal', parameters.get('includeTotal'), ['true', 'false'] as const)
  const cursor = parameters.get('cursor')
  if (cursor === undefined) {
    const page = parseInteger('page', parameters.get('page'), 1)
    return { list: { ...base, page, withTotal: includeTotal !== 'false' }, ...(select && { select }) }
  }
  if (parameters.has('page')) throw invalid('page', msg`Send either page or cursor, not both.`)
  const list: ListQuery = { ...base, withTotal: includeTotal === 'true' }
  const after = cursors.open(cursor, listingOf(resource.name, list))
  if (!after)
    throw new Problem('INVALID_CURSOR', {
      details: [{ field: 'cursor', message: msg`This cursor is not valid for this list.` }],
    })
  return { list: { ...list, after }, ...(select && { select }) }
}

const withoutSecrets = (scalars: ReadonlyMap<string, ScalarField>) =>
  [...scalars].filter(([, field]) => !isConcealed(field))

/** Every plain field of a record and of its lines, `address.city` and `items.quantity` included; without secrets. */
export const filterableOf = onceFor((resource: Resource): ReadonlyMap<string, ScalarField> => {
  const fields = fieldsOf(resource)
  return new Map([...withoutSecrets(scalarsOf(fields)), ...withoutSecrets(lineScalarsOf(fields))])
})

/** The fields that lists can be sorted by. */
export const sortableOf = onceFor((resource: Resource): readonly string[] =>
  withoutSecrets(scalarsOf(fieldsOf(resource)))
    .filter(([, field]) => isSortable(field))
    .map(([path]) => path),
)

/** A computed field has no text to match. */
export const operatorsOf = ({ options }: Field): Operator[] =>
  OPERATORS.filter((operator) => operator !== 'like' || !(options.computed || options.figure))

export const searchFieldsOf = (resource: Resource): string[] =>
  [...scalarsOf(resource.fields)].filter(([, { options }]) => options.search).map(([path]) => path)

/** An id in another system is one or is not; it has no order and no meaning. */
const EXTERNAL_OPERATORS = ['eq', 'ne', 'in'] as const satisfies readonly Operator[]

/** No condition where its value is absent. */
function parseCondition(
  resource: Resource,
  scalars: ReadonlyMap<string, ScalarField>,
  name: string,
  text: string,
  elsewhere: (field: string) => ReadonlySet<string>,
): Condition[] {
  const [, path = '', operator = 'eq'] = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(name) ?? []
  const isExternal = systemIn(path) !== undefined && Object.hasOwn(resource.fields, EXTERNAL_IDS)
  const field = isExternal ? externalId : scalars.get(path)
  if (!field) {
    const hint = didYouMean(path || name, [...scalars.keys(), ...LIST_PARAMETERS])
    throw refuse('INVALID_FILTER', name, msg`${recordsName(resource)} cannot be filtered by ${shown(name)}.${hint}`)
  }
  if (!(OPERATORS as readonly string[]).includes(operator)) {
    const hint = didYouMean(operator, OPERATORS)
    throw refuse(
      'INVALID_FILTER',
      name,
      msg`There is no operator ${shown(operator)}.${hint} Use one of ${listed(OPERATORS)}.`,
    )
  }
  if (operator === 'like' && (field.options.figure || field.options.computed))
    throw refuse('INVALID_FILTER', name, msg`${path} is computed and has no text to match. Use another operator.`)
  if (isExternal && !(EXTERNAL_OPERATORS as readonly string[]).includes(operator))
    throw refuse('INVALID_FILTER', name, msg`${path} takes only the operators ${listed(EXTERNAL_OPERATORS)}.`)
  const read = (value: string) => parseValue(name, field, operator as Operator, value, elsewhere(path))
  const sent = operator === 'in' ? splitList(text) : [text]
  const values = sent.filter((value) => !isAbsent(value, field))
  if (values.length > IN_VALUES_MAX) {
    throw refuse('INVALID_FILTER', name, msg`"in" takes at most ${IN_VALUES_MAX} values.`)
  }
  return values.length === 0 ? [] : [{ path, operator: operator as Operator, values: values.map(read) }]
}

function parseValue(
  name: string,
  { kind, options }: ScalarField,
  operator: Operator,
  text: string,
  elsewhere: ReadonlySet<string>,
): Comparable {
  if (!isPlainText(text)) throw refuse('INVALID_FILTER', name, msg`A filter must not contain control characters.`)
  if (operator === 'like') {
    if (text.length <= TEXT_PARAMETER_MAX) return text
    throw refuse('INVALID_FILTER', name, msg`A pattern must have at most ${TEXT_PARAMETER_MAX} characters.`)
  }
  if (text === 'null' && ['eq', 'ne', 'in'].includes(operator)) return null
  if (options.choices && (elsewhere.has(text) || options.alsoFilter?.includes(text))) return text
  const value = kind.filterValue(text, options)
  if (value instanceof Fault) throw refuse('INVALID_FILTER', name, msg`${name} ${value.message}.`)
  return value as Comparable
}

/** Splits at commas; `\,` is a comma inside a value. Blanks around the values do not matter. */
const splitList = (text: string): string[] => text.split(/(?<!\\),/).map((value) => value.trim().replaceAll('\\,', ','))

function parseInteger(name: ListParameter, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = /^\d+$/.test(text) ? Number(text) : 0
  if (value < 1) throw invalid(name, msg`${name} must be a whole number from 1.`)
  return Math.min(value, PAGE_MAX)
}

function parseChoice<const C extends string>(
  name: ListParameter,
  text: string | undefined,
  choices: readonly C[],
): C | undefined {
  if (text === undefined || choices.includes(text as C)) return text as C | undefined
  throw invalid(name, msg`${name} must be one of ${listed(choices)}.`)
}

function parseSince(text: string): string {
  const since = toInstant(text)
  if (since === undefined)
    throw invalid('updatedSince', msg`updatedSince must be a date or a point in time such as 2026-01-31T09:30:00Z.`)
  return since
}

function parseSearch(text: string | undefined): string[] {
  if (text === undefined) return []
  if (fold(text).length > TEXT_PARAMETER_MAX)
    throw invalid('search', msg`search must have at most ${TEXT_PARAMETER_MAX} characters.`)
  if (!isPlainText(text)) throw invalid('search', msg`search must not contain control characters.`)
  const words = wordsOf(text)
  if (words.length > WORDS_MAX) throw invalid('search', msg`search takes at most ${WORDS_MAX} words.`)
  return words
}

function parseSort(resource: Resource, sent = 'createdAt'): string {
  const text = sent.trim()
  const sortable = sortableOf(resource)
  if (sortable.includes(text)) return text
  const message = msg`${recordsName(resource)} cannot be sorted by ${shown(text)}.${didYouMean(text, sortable)} Sort by one of ${listed(sortable)}.`
  throw refuse('INVALID_SORT', 'sort', message)
}

/** What `fields` can name: fields that an answer shows, and the parts of groups and lines. */
export const selectableOf = onceFor((resource: Resource): readonly string[] => {
  const received = (fields: Fields) => Object.entries(fields).filter(([, field]) => isReceived(field))
  return received(fieldsOf(resource)).flatMap(([name, field]) => [
    name,
    ...(hasRows(field) ? [`${name}.id`] : []),
    ...(hasRows(field) || hasParts(field) ? received(field.options.fields) : []).map(([part]) => `${name}.${part}`),
  ])
})

/** The `fields` parameter: which fields of the record to answer with. A table can also name other records by their keys. */
export function parseSelection(resource: Resource, text = '', isTable = false): string[] | undefined {
  const names = namesIn(text)
  if (names.length === 0) return undefined
  const known = selectableOf(resource)
  const isKnown = (name: string) =>
    known.includes(name) ||
    (known.includes(EXTERNAL_IDS) && systemIn(name) !== undefined) ||
    (isTable && keyOfReference(resource, name) !== undefined)
  const unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined)
    throw invalid('fields', msg`${recordsName(resource)} have no field ${shown(unknown)}.${didYouMean(unknown, known)}`)
  return [...new Set(['id', ...names])]
}
