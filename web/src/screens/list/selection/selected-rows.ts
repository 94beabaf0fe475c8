import { useQuery } from '@tanstack/react-query'
import { INCLUDE_PERMITTED } from '../../../api/permitted.ts'
import { listQuery } from '../../../api/records.ts'
import { fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import type { Selection } from './selection.ts'

/** More than that are not asked one by one what they permit. */
export const ASKED_MAX = 100

/** What is looked at in a selected record beside what it permits. */
const LOOKED_AT = ['allowedTransitions', 'status', 'isActive']

/** The selected records, each with what it permits. Undefined where there are too many of them to ask. */
export function selectedQuery(resource: Resource, { ids, isAllMatching }: Selection) {
  if (isAllMatching || ids.size === 0 || ids.size > ASKED_MAX) return undefined
  return permittedQuery(resource, `id[in]=${[...ids].join(',')}`)
}

/** A few records, each with what it permits. */
export function permittedQuery(resource: Resource, filter: string) {
  const fields = ['id', ...LOOKED_AT.filter((name) => fieldOf(resource, name))]
  const query = [filter, `fields=${fields.join(',')}`, `perPage=${ASKED_MAX}`, 'includeTotal=false', INCLUDE_PERMITTED]
  return listQuery(resource.path, query.join('&'))
}

export interface SelectedRows {
  /** Undefined while they are not known, or if they are not asked. */
  readonly rows: readonly Row[] | undefined
  readonly isAsking: boolean
}

/** A part of the selection bar. */
export interface PartProps<T> {
  readonly resource: Resource
  readonly selected: SelectedRows
  readonly isBusy: boolean
  readonly onChoose: (value: T) => void
}

export function useSelectedRows(resource: Resource, selection: Selection): SelectedRows {
  const asked = selectedQuery(resource, selection)
  const { data, isPlaceholderData, isError } = useQuery({
    ...(asked ?? listQuery(resource.path, '')),
    enabled: asked !== undefined,
  })
  const rows = asked && !isPlaceholderData ? data?.rows : undefined
  return { rows, isAsking: asked !== undefined && !rows && !isError }
}
