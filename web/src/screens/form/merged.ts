import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { historyQuery, type RecordRead, recordQuery } from '../../api/records.ts'
import { allows, type Resource } from '../../api/resources.ts'
import { chooseChanges } from './conflict-window.tsx'
import type { Edited, Saving } from './saving.ts'

/** Merges the form with what another user saved meanwhile. Undefined: the user went back to the form. */
export async function merged<F>(
  { resource, shape, client, labels, format }: Saving<F>,
  { stored, base, form: mine }: Edited<F> & { readonly stored: RecordRead },
): Promise<{ readonly edited: Edited<F>; readonly note: string | undefined } | undefined> {
  const latest = await client.fetchQuery({ ...recordQuery(resource.path, stored.row.id), staleTime: 0 })
  const versions = { base, mine, theirs: shape.formOf(latest.row) }
  const { collisions } = await shape.merge(versions)
  const who = (await writersSince(client, resource, stored)).join(', ') || i18next.t('records:conflict.someone')
  const at = format.instant(String(latest.row.updatedAt))
  const choices =
    collisions.length > 0 ? await chooseChanges({ resource, who, at, rows: await shape.rowsOf(collisions) }) : {}
  if (!choices) return undefined
  const { form, incoming } = await shape.merge(versions, choices)
  const fields = incoming.map((field) => labels.field(resource.name, field)).join(', ')
  return {
    edited: { stored: latest, base: versions.theirs, form },
    note: incoming.length > 0 ? i18next.t('records:merged', { who, fields, at }) : undefined,
  }
}

/** The names of the users who changed the record after it was read like this, as far as its history may be read. */
async function writersSince(client: QueryClient, resource: Resource, { row }: RecordRead): Promise<readonly string[]> {
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
