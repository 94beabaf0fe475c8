import { queryOptions } from '@tanstack/react-query'
import type { Permissions } from '../../../../server/src/model/rights.ts'
import { http } from '../../api/http.ts'
import type { Row } from '../../api/resources.ts'

export interface Role extends Row {
  readonly name: string
  readonly description: string | null
  readonly permissions: Permissions
  readonly isShipped: boolean
}

/** There are few of them. */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: async ({ signal }) =>
    (await http<readonly Role[]>('/roles?perPage=100&sort=name&order=asc&includeTotal=false', { signal })).data,
})
