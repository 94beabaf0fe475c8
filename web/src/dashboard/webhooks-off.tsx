import { IconWebhookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listQuery } from '../api/records.ts'
import { useResource } from '../api/use-resources.tsx'
import { Notice } from './notice.tsx'

const QUERY = 'isActive=false&disabledReason%5Bne%5D=null&perPage=10'

/** Webhooks that Kontor has switched off: other systems miss what happens. */
export function WebhooksOff() {
  const { t } = useTranslation()
  const enabled = useResource('webhooks') !== undefined
  const { data } = useQuery({ ...listQuery('webhooks', QUERY), enabled })
  const [first] = data?.rows ?? []
  if (!first) return null
  const count = data!.meta.total ?? data!.rows.length
  const text =
    count === 1
      ? t('dashboard:webhooksOff.one', { url: String(first.url) })
      : t('dashboard:webhooksOff.other', { count })
  const href = count === 1 ? `/webhooks/${first.id}` : '/webhooks?isActive=false'
  return <Notice icon={IconWebhookOff} text={text} href={href} link={t('dashboard:webhooksOff.show')} />
}
