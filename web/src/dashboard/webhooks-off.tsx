import { IconWebhookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../api/me.ts'
import { Notice } from './notice.tsx'

/** Webhooks that Kontor has switched off: other systems miss what happens. */
export function WebhooksOff() {
  const { t } = useTranslation()
  const webhooks = useQuery(meQuery).data?.disabledWebhooks ?? []
  const [first] = webhooks
  if (!first) return null
  const isOne = webhooks.length === 1
  const text = isOne
    ? t('webhooks:switchedOff.one', { url: first.url })
    : t('webhooks:switchedOff.other', { count: webhooks.length })
  const href = isOne ? `/webhooks/${first.id}` : '/webhooks?isActive=false'
  return <Notice icon={IconWebhookOff} text={text} href={href} link={t('webhooks:switchedOff.show')} />
}
