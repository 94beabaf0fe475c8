import { useTranslation } from 'react-i18next'
import type { Permissions } from '../../../../server/src/model/rights.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { Panel } from '../../screens/record/panel.tsx'
import { Matrix } from './matrix.tsx'

/** The permissions of a role, to be read. */
export function MatrixPanel({ row }: PartProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('access:roles.permissions')}>
      <Matrix permissions={(row.permissions ?? {}) as Permissions} />
    </Panel>
  )
}
