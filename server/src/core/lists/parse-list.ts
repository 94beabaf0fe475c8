import type { Field } from '../../model/fields.ts'
import { Fault, type ScalarField } from '../../model/kinds/field-kind.ts'
import { onceFor } from '../../model/memo.ts'
import { didYouMean } from '../../model/nearest.ts'
import { INCLUDES, type Include } from '../../model/permitted.ts'
import { fieldsOf, type Resource, scalarsOf } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { fold, isPlainText, toInstant, wordsOf } from '../../model/text.ts'
import { isSortable } from '../../model/traits.ts'
import { refuseHidden } from '../access.ts'
import type { Action } from '../action.ts'
import { Problem, type ProblemCode } from '../problem.ts'
import { type Cursors, listingOf } from './cursor.ts'
import { type Comparable, type Condition, type ListQuery, OPERATORS, type Operator } from './list-query.ts'

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

/** A decoded `name=value` pair of a query string. */
export type Pair = readonly [name: string, value: string]

const PAGING: readonly string[] = ['page', 'perPage', 'cursor', 'includeTotal']

/** Of a list that is answered as a whole. */
export function refusePaging(pairs: readonly Pair[]): void {
  const paging = pairs.find(([name]) => PAGING.includes(name))
  if (paging) throw invalid(paging[0], `There is no parameter "${paging[0]}" here: the whole list is answered.`)
}

export const INCLUDE = 'include'

/** Whether it answers with records of its own resource, so that `include` can be asked of it. */
export const takesInclude = (action: Action): boolean =>
  action.method === 'GET' && (action.parameters === 'record' || (action.parameters === 'list' && !action.of))

/** Takes `include` out of the query. An action that does not take it leaves it in: it is refused as an unknown parameter. */
export function takeIncludes(action: Action, pairs: readonly Pair[]): { include: Include[]; rest: readonly Pair[] } {
  const isAsked = takesInclude(action) && pairs.some(([name]) => name === INCLUDE)
  if (!isAsked) return { include: [], rest: pairs }
  const names = pairs.filter(([name]) => name === INCLUDE).flatMap(([, value]) => value.split(','))
  const unknown = names.find((name) => !(INCLUDES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw invalid(INCLUDE, `include contains "${unknown.slice(0, 100)}"; allowed: ${INCLUDES.join(', ')}.`)
  return { include: [...new Set(names)] as Include[], rest: pairs.filter(([name]) => name !== INCLUDE) }
}

export interface ListRequest {
  readonly list: ListQuery
  readonly select?: readonly string[]
}

const refuse = (code: ProblemCode, field: string, message: string) =>
  new Problem(code, { message, details: [{ field, message }] })
const invalid = (field: string, message: string) => refuse('INVALID_PARAMETER', field, message)

/** Reads the query string of a list. `elsewhere` knows values that other resources give a field of the same name. */
export function parseList(
  resource: Resource,
  pairs: readonly Pair[],
  permission: Permission,
  cursors: Cursors,
  elsewhere: (field: string) => ReadonlySet<string>,
): ListRequest {
  const scalars = filterableOf(resource)
  const parameters = new Map<ListParameter, string>()
  const conditions: Condition[] = []
  for (const [name, value] of pairs) {
    if ((LIST_PARAMETERS as readonly string[]).includes(name)) parameters.set(name as ListParameter, value)
    else conditions.push(parseCondition(resource, scalars, name, value, elsewhere))
  }
  if (conditions.length > CONDITIONS_MAX) {
    throw refuse('INVALID_FILTER', '', `A list takes at most ${CONDITIONS_MAX} filters.`)
  }
  const since = parameters.get('updatedSince')
  if (since !== undefined) conditions.push({ path: 'updatedAt', operator: 'gte', values: [parseSince(since)] })

  const words = parseSearch(parameters.get('search'))
  const sort = parseSort(resource, parameters.get('sort'))
  const select = parseSelection(resource, parameters.get('fields'))
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
  if (parameters.has('page')) throw invalid('page', 'Send either page or cursor, not both.')
  const list: ListQuery = { ...base, withTotal: includeTotal === 'true' }
  const after = cursors.open(cursor, listingOf(resource.name, list))
  if (!after)
    throw new Problem('INVALID_CURSOR', {
      details: [{ field: 'cursor', message: 'This cursor is not valid for this list.' }],
    })
  return { list: { ...list, after }, ...(select && { select }) }
}

/** Every plain field of a record, `address.city` included; without secrets. */
export const filterableOf = onceFor((resource: Resource): ReadonlyMap<string, ScalarField> => {
  const scalars = scalarsOf(fieldsOf(resource))
  for (const [path, { options }] of scalars) if (options.secret) scalars.delete(path)
  return scalars
})

/** The fields that lists can be sorted by. */
export const sortableOf = onceFor((resource: Resource): readonly string[] =>
  [...filterableOf(resource)].filter(([, field]) => isSortable(field)).map(([path]) => path),
)

/** A computed field has no text to match. */
export const operatorsOf = ({ options }: Field): Operator[] =>
  OPERATORS.filter((operator) => operator !== 'like' || !options.computed)

export const searchFieldsOf = (resource: Resource): string[] =>
  [...scalarsOf(resource.fields)].filter(([, { options }]) => options.search).map(([path]) => path)

function parseCondition(
  resource: Resource,
  scalars: ReadonlyMap<string, ScalarField>,
  name: string,
  text: string,
  elsewhere: (field: string) => ReadonlySet<string>,
): Condition {
  const [, path = '', operator = 'eq'] = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(name) ?? []
  const field = scalars.get(path)
  if (!field) {
    const hint = didYouMean(path || name, [...scalars.keys(), ...LIST_PARAMETERS])
    throw refuse('INVALID_FILTER', name, `${resource.name} cannot be filtered by "${name.slice(0, 100)}".${hint}`)
  }
  if (!(OPERATORS as readonly string[]).includes(operator)) {
    const hint = didYouMean(operator, OPERATORS)
    throw refuse(
      'INVALID_FILTER',
      name,
      `There is no operator "${operator.slice(0, 100)}".${hint} Use one of ${OPERATORS.join(', ')}.`,
    )
  }
  const read = (value: string) => parseValue(name, field, operator as Operator, value, elsewhere(path))
  const values = operator === 'in' ? splitList(text) : [text]
  if (values.length > IN_VALUES_MAX) {
    throw refuse('INVALID_FILTER', name, `"in" takes at most ${IN_VALUES_MAX} values.`)
  }
  return { path, operator: operator as Operator, values: values.map(read) }
}

function parseValue(
  name: string,
  { kind, options }: ScalarField,
  operator: Operator,
  text: string,
  elsewhere: ReadonlySet<string>,
): Comparable {
  if (!isPlainText(text)) throw refuse('INVALID_FILTER', name, 'A filter must not contain control characters.')
  if (operator === 'like') {
    if (text.length <= TEXT_PARAMETER_MAX) return text
    throw refuse('INVALID_FILTER', name, `A pattern has at most ${TEXT_PARAMETER_MAX} characters.`)
  }
  if (text === 'null' && ['eq', 'ne', 'in'].includes(operator)) return null
  if (options.choices && (elsewhere.has(text) || options.alsoFilter?.includes(text))) return text
  const value = kind.filterValue(text, options)
  if (value instanceof Fault) throw refuse('INVALID_FILTER', name, `${name} ${value.message}.`)
  return value as Comparable
}

/** Splits at commas; `\,` is a comma inside a value. */
const splitList = (text: string): string[] => text.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','))

function parseInteger(name: ListParameter, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = /^\d+$/.test(text) ? Number(text) : 0
  if (value < 1) throw invalid(name, `${name} must be a whole number from 1.`)
  return Math.min(value, PAGE_MAX)
}

function parseChoice<const C extends string>(
  name: ListParameter,
  text: string | undefined,
  choices: readonly C[],
): C | undefined {
  if (text === undefined || choices.includes(text as C)) return text as C | undefined
  throw invalid(name, `${name} must be one of ${choices.join(', ')}.`)
}

function parseSince(text: string): string {
  const since = toInstant(text)
  if (since === undefined)
    throw invalid('updatedSince', 'updatedSince must be a date or a point in time such as 2026-01-31T09:30:00Z.')
  return since
}

function parseSearch(text: string | undefined): string[] {
  if (text === undefined) return []
  if (fold(text).length > TEXT_PARAMETER_MAX)
    throw invalid('search', `search has at most ${TEXT_PARAMETER_MAX} characters.`)
  if (!isPlainText(text)) throw invalid('search', 'search must not contain control characters.')
  const words = wordsOf(text)
  if (words.length > WORDS_MAX) throw invalid('search', `search takes at most ${WORDS_MAX} words.`)
  return words
}

function parseSort(resource: Resource, text = 'createdAt'): string {
  const sortable = sortableOf(resource)
  if (sortable.includes(text)) return text
  const message = `${resource.name} cannot be sorted by "${text.slice(0, 100)}".${didYouMean(text, sortable)} Sort by one of ${sortable.join(', ')}.`
  throw refuse('INVALID_SORT', 'sort', message)
}

/** The `fields` parameter: which fields of the record to answer with. */
export function parseSelection(resource: Resource, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const known = Object.entries(fieldsOf(resource))
    .filter(([, { options }]) => !options.secret && !options.transient)
    .map(([name]) => name)
  const names = text.split(',')
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw invalid('fields', `${resource.name} have no field "${unknown.slice(0, 100)}".${didYouMean(unknown, known)}`)
  }
  return [...new Set(['id', ...names])]
}
