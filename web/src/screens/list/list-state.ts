import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryText } from '../../api/query-text.ts'
import type { Search } from '../../ui/search-text.ts'

export const PAGE_SIZES = ['20', '50', '100'] as const
const DEFAULT_SIZE = '20'
/** Everything else in the address is a filter. */
const OWN_WORDS = new Set(['page', 'perPage', 'sort', 'order', 'search', 'fields', 'cursor', 'updatedSince', 'view'])

export type Changes = Readonly<Record<string, string | undefined>>

/** What a list shows is in its address and nowhere else: reloading, going back and passing it on just work. */
export interface ListState {
  readonly search: Search
  readonly page: number
  readonly perPage: number
  /** The words that decide which records are found, without how they are shown. */
  readonly filters: Search
  readonly isNarrowed: boolean
  /** Undefined takes a word away. Whatever changes, one begins on the first page again, unless the page is what changes. */
  change(changes: Changes): void
  replace(search: Search): void
  /** As if one had come here with these words: going back leads past the address without them. */
  begin(search: Search): void
}

/** An address without a word means the default view. Who wants everything instead says so. */
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
