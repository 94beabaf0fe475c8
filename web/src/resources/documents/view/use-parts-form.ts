import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../../../api/api-error.ts'
import { http, newKey } from '../../../api/http.ts'
import { forgetAll } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { titleOf } from '../../../api/titles.ts'
import { type Errors, errorsFrom, filled, type Values } from '../../../screens/form/form-values.ts'
import { toast } from '../../../ui/toast.tsx'
import { useToday } from '../today.ts'
import { type Done, picksOf, wishesOf } from './picks.ts'

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
  const [picks, setPicks] = useState(() => picksOf(order, done))
  const [values, setValues] = useState<Values>({ [asked[0]!]: today })
  const [isDraft, setDraft] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const key = useRef(newKey())

  async function send(): Promise<void> {
    setSending(true)
    setErrors({})
    setProblem(undefined)
    try {
      const body = { salesOrder: order.id, ...filled(values), items: wishesOf(picks), ...(isDraft && { draft: true }) }
      const { data, meta } = await http<Row>(path, { method: 'POST', body, idempotencyKey: key.current })
      await forgetAll(client)
      onClose()
      await onMade(data)
      toast.done(t('records:created', { name: titleOf(target, data) }))
      for (const { message } of meta.warnings ?? []) toast.done(message)
    } catch (error) {
      setErrors(isStatus(error, 422) ? errorsFrom(error.details) : {})
      setProblem((error as Error).message)
      setSending(false)
    }
  }

  return {
    picks,
    setPicks,
    values,
    set: (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value })),
    isDraft,
    setDraft,
    errors,
    problem,
    isSending,
    hasParts: wishesOf(picks).length > 0,
    send,
  }
}
