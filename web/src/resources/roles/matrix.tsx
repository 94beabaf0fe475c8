import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { Permissions } from '../../../../server/src/model/rights.ts'
import type { Resource } from '../../api/resources.ts'
import { useResources } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { MatrixCards } from './matrix-cards.tsx'
import type { MatrixGroup, MatrixRow } from './matrix-row.ts'
import { MatrixTable } from './matrix-table.tsx'
import { governed, REST, ruleFor, withoutRule, withRule } from './permissions.ts'

export interface MatrixProps {
  readonly permissions: Permissions
  readonly onChange?: (permissions: Permissions) => void
}

/** Resource by right, as a table, or as cards where there is no room for one. */
export function Matrix(props: MatrixProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const groups = useGroups(props)
  return isNarrow ? <MatrixCards groups={groups} /> : <MatrixTable groups={groups} />
}

function useGroups({ permissions, onChange }: MatrixProps): readonly MatrixGroup[] {
  const { t } = useTranslation()
  const labels = useLabels()
  const resources = governed(useResources())
  const rowOf = (name: string, label: string, resource: Resource | undefined): MatrixRow => ({
    name,
    label,
    resource,
    ...ruleFor(permissions, resource),
    change: onChange && ((permission) => onChange(withRule(permissions, name, permission))),
    reset:
      onChange && resource && permissions[name] && permissions[REST]
        ? () => onChange(withoutRule(permissions, name))
        : undefined,
  })
  const rows = (isAdministrative: boolean) =>
    resources
      .filter(({ administrative }) => administrative === isAdministrative)
      .map((resource) => rowOf(resource.name, labels.many(resource), resource))
  const rest = rowOf(REST, t('access:roles.rest'), undefined)
  return [
    { id: 'business', rows: onChange || rest.permission.can.length > 0 ? [...rows(false), rest] : rows(false) },
    { id: 'administration', rows: rows(true) },
  ]
}
