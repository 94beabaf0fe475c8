import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listQuery } from '../api/records.ts'

const KEPT_AS = 'kontor.start-lists'

type ListKey = ReturnType<typeof listQuery>['queryKey']

const isListKey = (key: unknown): key is ListKey =>
  Array.isArray(key) && key.length === 3 && key[1] === 'list' && key.every((part) => typeof part === 'string')

/** The lists that the dashboard last showed. So they can be read before the rights of the user are known. */
export const startLists = {
  read(): ReturnType<typeof listQuery>[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]')
      return Array.isArray(kept)
        ? kept.filter(isListKey).map(([resource, , query]) => listQuery(resource!, query!))
        : []
    } catch {
      return []
    }
  },
  keep: (keys: readonly ListKey[]) => localStorage.setItem(KEPT_AS, JSON.stringify(keys)),
  forget: () => localStorage.removeItem(KEPT_AS),
}

/** Remembers the lists of the current page once they have been read. */
export function useStartLists(): void {
  const client = useQueryClient()
  const isReading = useIsFetching() > 0
  useEffect(() => {
    const isShown = (query: Query) => query.isActive() && query.state.data !== undefined
    const shown = client.getQueryCache().findAll({ predicate: isShown })
    const keys = shown.map(({ queryKey }) => queryKey as unknown).filter(isListKey)
    if (!isReading && keys.length > 0) startLists.keep(keys)
  }, [client, isReading])
}
