import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../api/me.ts'
import { forgetAll } from '../../../api/records.ts'
import { actionOf, type Resource, type Row } from '../../../api/resources.ts'
import { useCustomisation } from '../../../screens/customisation.ts'
import { filled } from '../../../screens/form/filled.ts'
import { useSmallForm } from '../../../screens/form/use-small-form.ts'
import { useFullTitle } from '../../../screens/full-title.ts'
import { toast } from '../../../ui/toast.tsx'
import { documentKindOf } from '../document-kind.ts'
import type { Taker } from '../takers.ts'
import { partsOf, requestedParts } from './parts.ts'

export interface PartsProps {
  /** What the parts are taken of, and its resource. */
  readonly original: Row
  readonly resource: Resource
  readonly taker: Taker
  readonly onClose: () => void
  readonly onMade: (made: Row) => unknown
}

/** What is taken of a document, until the server has it. */
export function usePartsForm({ original, taker, onClose, onMade }: PartsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const today = useToday()
  const titled = useFullTitle()
  const { target, source, progress } = taker
  const { date, asDraft } = documentKindOf(target)
  const { askedOfParts: asked = [date, 'notes'] } = useCustomisation(target.name)
  const [parts, setParts] = useState(() => partsOf(original, progress))
  const [isDraft, setDraft] = useState(false)
  const requested = requestedParts(parts)
  const form = useSmallForm({ [date]: today }, async (values, submission) => {
    const body = { [source.field]: original.id, ...filled(values), items: requested, ...(isDraft && asDraft) }
    const path = `/${target.path}${actionOf(target, source.action)!.path}`
    const sent = await submission.send<Row>(path, { method: 'POST', body }, body)
    const { data, meta } = sent
    await forgetAll(client)
    onClose()
    await onMade(data)
    toast.done(t('records:created', { name: titled(target, data) }))
    for (const { message } of meta.warnings ?? []) toast.done(message)
    return sent
  })
  const canBeDraft = Object.keys(asDraft).length > 0
  return { form, asked, parts, setParts, canBeDraft, isDraft, setDraft, hasParts: requested.length > 0 }
}
