import { useTranslation } from 'react-i18next'
import { API_ROOT } from '../../api/http.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { CodeSample } from '../../ui/code-sample.tsx'

/** A sample request that works as it is. */
export function KeyUsage({ row }: PartProps) {
  const { t } = useTranslation()
  const narrowing = (row.resources ?? {}) as Readonly<Record<string, readonly string[]>>
  const [first] = Object.entries(narrowing).find(([, scopes]) => scopes.includes('read')) ?? []
  const address = `${window.location.origin}${API_ROOT}/${first ?? 'auth/me'}`
  return <CodeSample title={t('access:keys.try')} code={`curl ${address} \\\n  -H 'X-API-Key: ${String(row.key)}'`} />
}
