import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryText } from '../../../api/query-text.ts'
import { listQuery } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { useUser } from '../../../api/use-session.ts'
import { parseSearch, type Search } from '../../../ui/search-text.ts'
import type { Columns } from '../columns.ts'
import type { ListState } from '../list-state.ts'

/** Filters, order and columns under a name. */
export interface View extends Row {
  readonly name: string
  readonly resource: string
  readonly query: string | null
  readonly columns: readonly string[]
  readonly isShared: boolean
  readonly isDefault: boolean
  readonly createdBy: string | null
}

/** The user's own views, and shared ones. */
export const viewsQuery = ({ name }: Resource) => listQuery('views', `resource=${name}&perPage=100&sort=name&order=asc`)

/** The default views of the user, one for each list; fetched once for all lists. */
const defaultsQuery = (user: string) => ({
  ...listQuery('views', `createdBy=${user}&isDefault=true&perPage=100`),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The default view of this list. Null: none; undefined: not known yet. */
export function useDefaultView(resource: Resource): View | null | undefined {
  const { id } = useUser()
  const canRead = useResource('views') !== undefined
  const { data, isError } = useQuery({ ...defaultsQuery(id), enabled: canRead })
  if (!canRead || isError) return null
  return data && ((data.rows as readonly View[]).find((view) => view.resource === resource.name) ?? null)
}

/** Those that come with the resource: every user has them, and none can change them. */
export const builtInViews = ({ name: of, listViews = [] }: Resource, nameOf: (view: string) => string): View[] =>
  listViews.map(({ name, query }) => ({
    id: name,
    name: nameOf(name),
    resource: of,
    query,
    columns: [],
    isShared: false,
    isDefault: false,
    createdBy: null,
  }))

export const searchOf = (view: View): Search => parseSearch(view.query ?? '')

/** Whether a list shows what the view would. */
export const isShown = (view: View, { page: _, view: __, ...search }: Search): boolean =>
  queryText(searchOf(view)) === queryText(search)

export const columnsOf = ({ columns }: View): readonly string[] | undefined =>
  columns.length > 0 ? columns : undefined

/** A list address without a query opens the default view. True until it is known which view that is. */
export function useOpening(view: View | null | undefined, state: ListState, columns: Columns): boolean {
  const isUndecided = Object.keys(state.search).length === 0 && view !== null
  useEffect(() => {
    if (!isUndecided || !view) return
    columns.choose(columnsOf(view))
    state.begin(searchOf(view))
  })
  return isUndecided
}
