import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryText } from '../../api/query-text.ts'
import type { Search } from '../../ui/search-text.ts'

export const PAGE_SIZES = ['20', '50', '100'] as const
const DEFAULT_SIZE = '20'
/** Everything else in the address is a filter. */
const OWN_WORDS = new Set(['page', 'perPage', 'sort', 'order', 'search', 'fields', 'cursor', 'updatedSince', 'view'])

export type Changes = Readonly<Record<string, string | undefined>>

/** The state of a list is stored in its address only: reloading, going back and sharing the address keep it. */
export interface ListState {
  readonly search: Search
  readonly page: number
  readonly perPage: number
  /** The parameters that decide which records are found, without those that decide how they are shown. */
  readonly filters: Search
  readonly isNarrowed: boolean
  /** Undefined removes a parameter. Every change returns to the first page, unless it changes the page itself. */
  change(changes: Changes): void
  replace(search: Search): void
  /** Replaces the history entry, so that going back does not return to the address without a query. */
  begin(search: Search): void
}

/** An address without a query means the default view; this one means the unfiltered list. */
const EVERYTHING: Search = { view: 'all' }

export function useListState(hasDefaultView = false): ListState {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const wordsFor = ({ view: _, ...next }: Search) =>
    (hasDefaultView && Object.keys(next).length === 0 ? EVERYTHING : next) as never
  const go = (next: Search) => void navigate({ to: '.', search: wordsFor(next) })
  const filters = Object.fromEntries(Object.entries(search).filter(([name]) => name === 'search' || isFilter(name)))
  return {
    search,
    page: Number(search.page ?? 1),
    perPage: Number(search.perPage ?? DEFAULT_SIZE),
    filters,
    isNarrowed: Object.keys(filters).length > 0,
    change(changes) {
      const { page: _, ...rest } = { ...search, ...changes }
      const kept = { ...rest, ...('page' in changes && changes.page !== '1' && { page: changes.page }) }
      go(Object.fromEntries(Object.entries(kept).filter((pair): pair is [string, string] => pair[1] !== undefined)))
    },
    replace: go,
    begin: (next) => void navigate({ to: '.', search: wordsFor(next), replace: true }),
  }
}

export const isFilter = (name: string): boolean => !OWN_WORDS.has(name)

/** The same words, as the API reads them; the fields that are shown are all that is fetched. */
export const requestOf = ({ view: _, ...search }: Search, fields: readonly string[]): string =>
  queryText({ ...search, perPage: search.perPage ?? DEFAULT_SIZE, fields: fields.join(',') })
