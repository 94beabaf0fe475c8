import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { historyQuery, type RecordRead } from '../../api/records.ts'
import { allows, type Resource } from '../../api/resources.ts'

/** The names of the users who changed the record after it was read like this, as far as its history may be read. */
export async function writersSince(
  client: QueryClient,
  resource: Resource,
  { row }: RecordRead,
): Promise<readonly string[]> {
  if (!allows(resource, 'history')) return []
  try {
    const query = { ...historyQuery(resource.path, row.id, 1), staleTime: 0 }
    const { entries } = await client.fetchQuery(query)
    const later = entries.filter(({ createdAt }) => createdAt > String(row.updatedAt))
    return [...new Set(later.map(({ actorName }) => actorName ?? i18next.t('records:service')))]
  } catch {
    return [] // the merge itself does not depend on it
  }
}
