import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../api/me.ts'
import { forgetAll } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { filled } from '../../../screens/form/filled.ts'
import { useSmallForm } from '../../../screens/form/use-small-form.ts'
import { useFullTitle } from '../../../screens/full-title.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Done, picksOf, requestedParts } from './picks.ts'

export interface PartsProps {
  readonly order: Row
  /** What is made of the parts: an invoice, a delivery. */
  readonly target: Resource
  /** Where it is sent to, below the API. */
  readonly path: string
  readonly done: Done
  /** Names of the fields that are asked for besides. */
  readonly asked: readonly string[]
  readonly title: string
  /** It may be kept as a draft. */
  readonly canBeDraft?: boolean
  readonly onClose: () => void
  readonly onMade: (made: Row) => unknown
}

/** What is picked of an order, until the server has it. */
export function usePartsForm({ order, target, path, done, asked, onClose, onMade }: PartsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const today = useToday()
  const titled = useFullTitle()
  const [picks, setPicks] = useState(() => picksOf(order, done))
  const [isDraft, setDraft] = useState(false)
  const requested = requestedParts(picks)
  const form = useSmallForm({ [asked[0]!]: today }, async (values, submission) => {
    const body = { salesOrder: order.id, ...filled(values), items: requested, ...(isDraft && { draft: true }) }
    const sent = await submission.send<Row>(path, { method: 'POST', body }, body)
    const { data, meta } = sent
    await forgetAll(client)
    onClose()
    await onMade(data)
    toast.done(t('records:created', { name: titled(target, data) }))
    for (const { message } of meta.warnings ?? []) toast.done(message)
    return sent
  })
  return { form, picks, setPicks, isDraft, setDraft, hasParts: requested.length > 0 }
}
