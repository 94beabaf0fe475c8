import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../api/me.ts'
import { useResource } from '../api/use-resources.tsx'
import { useFormat } from '../i18n/locale.tsx'
import { Notice } from './notice.tsx'

/** API keys that will stop to work soon: programs that use them would stop, too. */
export function ExpiringKeys() {
  const { t } = useTranslation()
  const format = useFormat()
  const readsKeys = useResource('api-keys') !== undefined
  const keys = useQuery(meQuery).data?.expiringKeys ?? []
  const [first] = keys
  if (!first) return null
  const text =
    keys.length === 1
      ? t('dashboard:expiringKeys.one', { name: first.name, day: format.day(first.expiresAt) })
      : t('dashboard:expiringKeys.other', { count: keys.length })
  const list = keys.length === 1 ? `/api-keys/${first.id}` : '/api-keys?sort=expiresAt&order=asc'
  const href = readsKeys ? list : '/profile/security'
  return <Notice icon={IconKey} text={text} href={href} link={t('dashboard:expiringKeys.show')} />
}
