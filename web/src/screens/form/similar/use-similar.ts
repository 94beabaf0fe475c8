import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../../api/resources.ts'
import { titleOf } from '../../../api/titles.ts'
import { confirm } from '../../../ui/confirm.tsx'
import type { Values } from '../form-values.ts'
import { type SimilarRecord, similarQuery } from './similar-records.ts'

export interface Similar {
  /** Records that the new one may be a second of. */
  readonly found: readonly SimilarRecord[]
  /** Looks for them by what has been typed so far. */
  look(): void
  /** Asks whether the record is to be created although there are such records: once for each of them. */
  approve(values: Values): Promise<boolean>
}

const NO_VALUES: Values = {}

/** Warns of a new record that may be there already. Forms of records that are stored never do. */
export function useSimilar(resource: Resource, values: Values, isNew: boolean): Similar {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asked, setAsked] = useState(NO_VALUES)
  const approved = useRef(new Set<string>())
  const isAsking = isNew && resource.similarBy !== undefined
  const { data: found = [] } = useQuery({ ...similarQuery(resource, asked), enabled: isAsking && asked !== NO_VALUES })

  async function approve(sent: Values): Promise<boolean> {
    if (!isAsking) return true
    setAsked(sent)
    // Whether it can be asked must not decide whether the record is saved.
    const all = await client.fetchQuery(similarQuery(resource, sent)).catch(() => [])
    const first = all.find(({ row }) => !approved.current.has(row.id))
    if (!first) return true
    const isApproved = await confirm({
      title: t('records:similar.title', { name: titleOf(resource, first.row) }),
      text: t('records:similar.question'),
      action: t('records:similar.create'),
      keep: t('records:similar.back'),
      isDangerous: true,
    })
    if (isApproved) for (const { row } of all) approved.current.add(row.id)
    return isApproved
  }

  return { found: isAsking ? found : [], look: () => isAsking && setAsked(values), approve }
}
