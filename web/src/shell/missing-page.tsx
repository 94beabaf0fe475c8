import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

export function MissingPage() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('errors:missing.title')} · Kontor`)
  return <ErrorPanel error={new ApiError(404, undefined, new Headers())} />
}
