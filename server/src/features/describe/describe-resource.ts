import { type Actor, covers, isRight, permissionFor, refusedAccess, scopeOf, scopesOn } from '../../core/access.ts'
import type { Action } from '../../core/action.ts'
import { rightsOf } from '../../core/entry.ts'
import { mainMove } from '../../core/lifecycle.ts'
import { filterableOf, operatorsOf, searchFieldsOf } from '../../core/lists/parse-list.ts'
import type { Entry } from '../../core/rules.ts'
import type { DescribedAction, DescribedDocument, Description } from '../../model/description.ts'
import type { Document } from '../../model/document.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import type { Permission, Right } from '../../model/rights.ts'
import { targetsAmong } from '../imports/target.ts'
import { comparedIn } from '../search/similar.ts'
import { describeFields } from './describe-fields.ts'

/** Undefined where the actor may not even read it. */
export function describeResource(entry: Entry, actor: Actor): Description | undefined {
  const { resource } = entry
  const permission = permissionFor(actor, resource)
  const rights = rightsCarried(actor, entry)
  if (!rights.includes('read')) return undefined
  const { name, singular, title, idPrefix, description, administrative = false } = resource
  const { hidden, readOnly = [] } = permission
  return {
    name,
    singular,
    path: entry.path ?? name,
    title: covers(hidden, title) ? 'id' : title,
    ...aboutOf(resource, permission),
    idPrefix,
    description,
    administrative,
    isSearchable: isSearchable(resource, permission),
    isInSearch: resource.hit !== undefined,
    isImportable: targetsAmong([entry]).some((target) =>
      IMPORTED.some((name) => !refusedAccess(actor, resource, target[name])),
    ),
    rights,
    readOnlyFields: readOnly,
    fields: describeFields(resource, permission),
    filters: filtersOf(resource, permission),
    actions: entry.actions.map((action) => describeAction(entry, action, actor, rights)),
    statuses: statusesOf(resource, permission),
    transitions: transitionsFor(entry, permission, rights),
    ...deletableFor(entry, permission),
    ...similarByOf(resource, permission),
    ...listViewsOf(resource, permission),
    ...documentOf(entry),
  }
}

function similarByOf(resource: Resource, permission: Permission): Pick<Description, 'similarBy'> {
  const similarBy = comparedIn(resource, permission)
  return similarBy.length > 0 ? { similarBy } : {}
}

/** What an import does to records: its modes need either or both. */
const IMPORTED = ['create', 'update'] as const

/** Whether the scopes of the credential include a right of the role. */
const isCarried = (actor: Actor, resource: Resource, right: Right): boolean =>
  scopesOn(actor, resource).includes(scopeOf(resource, { access: right, ...guardOf[right] })!)

/** What the role allows and the scopes of the credential include. */
const rightsCarried = (actor: Actor, { resource }: Entry): readonly Right[] =>
  permissionFor(actor, resource).can.filter((right) => isCarried(actor, resource, right))

const WRITE = { method: 'POST' } as const
const guardOf: { readonly [R in Right]: { readonly method: string; readonly scope?: 'admin' } } = {
  read: { method: 'GET' },
  export: { method: 'GET' },
  create: WRITE,
  update: WRITE,
  submit: WRITE,
  cancel: WRITE,
  override: WRITE,
  delete: { method: 'DELETE' },
  manage: { method: 'POST', scope: 'admin' },
}

/** A list that would look into a hidden field is refused as a whole. */
function isSearchable(resource: Resource, { hidden }: Permission): boolean {
  const searched = searchFieldsOf(resource)
  return searched.length > 0 && !searched.some((path) => covers(hidden, path))
}

const filtersOf = (resource: Resource, { hidden }: Permission): Description['filters'] =>
  Object.fromEntries(
    [...filterableOf(resource)]
      .filter(([path]) => !covers(hidden, path))
      .map(([path, field]) => [path, operatorsOf(field)]),
  )

function describeAction(entry: Entry, action: Action, actor: Actor, rights: readonly Right[]): DescribedAction {
  const { name, method, path, summary } = action
  const isAllowed = isOpenTo(actor, entry, action, rights)
  return { name, method, path: path.replace(/:(\w+)/g, '{$1}'), summary, isAllowed }
}

/** Whether role and credential allow the action, on some record at least. `rights` are those that the credential carries. */
export const isOpenTo = (actor: Actor, entry: Entry, action: Action, rights = rightsCarried(actor, entry)): boolean =>
  rightsOf(entry, action).some((access) => !isRight(access) || rights.includes(access)) &&
  !refusedAccess(actor, entry.resource, action)

function statusesOf(resource: Resource, { hidden }: Permission): readonly string[] {
  const { status } = fieldsOf(resource)
  return status && !covers(hidden, 'status') ? (status.options.choices ?? []) : []
}

function transitionsFor(
  { resource, rules }: Entry,
  { hidden, readOnly }: Permission,
  rights: readonly Right[],
): Description['transitions'] {
  const { lifecycle } = rules ?? {}
  if (!lifecycle || covers(hidden, 'status')) return []
  const open = lifecycle.moves.filter(({ right }) => rights.includes(right))
  return open.flatMap((move) => {
    const isMain = (status: string) => mainMove(resource, lifecycle, status) === move
    const asked = move.asks?.filter((name) => !covers(hidden, name) && !covers(readOnly, name)) ?? []
    const asks = asked.length > 0 ? { asks: asked } : {}
    const described = { main: move.from.filter(isMain), other: move.from.filter((status) => !isMain(status)) }
    return [
      ...(described.main.length > 0 ? [{ from: described.main, to: move.to, isMain: true, ...asks }] : []),
      ...(described.other.length > 0 ? [{ from: described.other, to: move.to, isMain: false, ...asks }] : []),
    ]
  })
}

/** As far as the actor sees it. */
function aboutOf({ about }: Resource, { hidden }: Permission): Pick<Description, 'about'> {
  if (!about || covers(hidden, about.field)) return {}
  const { amount } = about
  return { about: { field: about.field, ...(amount && !covers(hidden, amount) && { amount }) } }
}

/** Without those that filter or sort by a hidden field: their list would be refused. */
function listViewsOf({ listViews = {} }: Resource, { hidden }: Permission): Pick<Description, 'listViews'> {
  const pathsOf = (query: string) =>
    [...new URLSearchParams(query)].map(([name, value]) => (name === 'sort' ? value : name.replace(/\[.*/, '')))
  const seen = Object.entries(listViews).filter(([, query]) => !pathsOf(query).some((path) => covers(hidden, path)))
  return seen.length > 0 ? { listViews: seen.map(([name, query]) => ({ name, query })) } : {}
}

function documentOf({ resource, rules }: Entry): Pick<Description, 'document'> {
  const { document } = resource
  if (!document) return {}
  const { party, date, price, tax, number, printed, stock, statuses = {} } = document
  const [first = ''] = Object.keys(statuses)
  const next = rules?.lifecycle && mainMove(resource, rules.lifecycle, first)?.to
  const use = typeof stock === 'object' ? stock.moves : stock
  return {
    document: {
      party,
      date,
      ...(price && { price }),
      ...(tax !== undefined && { tax }),
      ...(number && { number: number.field }),
      isPrinted: printed !== undefined,
      ...(next && { next }),
      ...(use && use !== 'in' && { takesStock: true }),
      ...(use && use !== 'foretell' && { stock: use }),
      ...referencesOf(document),
    },
  }
}

/** What others take of it, and what it is made from. */
function referencesOf({ progress, sources }: Document): Pick<DescribedDocument, 'progress' | 'sources'> {
  return {
    ...(progress && {
      progress: Object.entries(progress).map(([field, { by, line, isOfGoods }]) => ({
        field,
        by,
        line,
        ...(isOfGoods && { isOfGoods }),
      })),
    }),
    ...(sources && {
      sources: sources.map(({ resource, field, progress: made, isAlways, action }) => ({
        resource,
        field,
        progress: made,
        action: action ? `create-${action.path}` : 'create',
        ...(isAlways && { isAlways }),
      })),
    }),
  }
}

/** A reader who does not see the field cannot tell the records apart, so none of them is offered. */
function deletableFor({ rules }: Entry, { hidden }: Permission): Pick<Description, 'deletable'> {
  const { deletable } = rules ?? {}
  if (!deletable) return {}
  return { deletable: covers(hidden, deletable.field) ? { ...deletable, values: [] } : deletable }
}
