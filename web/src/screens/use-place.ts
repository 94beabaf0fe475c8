import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource, type Row } from '../api/resources.ts'

const ADDRESS = 'address'

/** The city by which records of the same name are told apart, or that there is none; undefined where it cannot be seen. */
export function usePlace(resource: Resource): (row: Row) => string | undefined {
  const { t } = useTranslation()
  if (!fieldOf(resource, ADDRESS)) return () => undefined
  return (row) => (row[ADDRESS] as { city?: string | null } | null)?.city || t('common:noAddress')
}
