import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useResource } from '../../api/use-resources.tsx'
import type { CellProps } from '../../fields/field-kind.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { rolesQuery } from '../shared/roles-query.ts'

export function ActivityCell({ value }: CellProps) {
  const { t } = useTranslation()
  return value ? (
    <Badge color="teal">{t('access:users.active')}</Badge>
  ) : (
    <Badge color="gray">{t('access:users.shutOut')}</Badge>
  )
}

/** A service signs in by API keys, and has none. */
export function SecondFactorCell({ value, row }: CellProps) {
  const { t } = useTranslation()
  if (value) return <Badge color="teal">{t('access:users.secondFactorOn')}</Badge>
  return row.type === 'service' ? '–' : <Badge color="gray">{t('access:users.secondFactorOff')}</Badge>
}

/** A role is shown by its name; users who may read roles get a link. */
export function RoleCell({ value }: CellProps) {
  const name = String(value)
  const roles = useResource('roles')
  const { data = [] } = useQuery({ ...rolesQuery, enabled: roles !== undefined })
  const role = data.find((one) => one.name === name)
  return role ? <AnchorLink href={`/roles/${role.id}`}>{name}</AnchorLink> : name
}
