import { Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Permissions } from '../../../../server/src/model/rights.ts'
import type { InputProps } from '../../fields/field-kind.ts'
import { Matrix } from './matrix.tsx'

/** The permissions of a role, to be changed. */
export function MatrixInput({ value, onChange, label, error, errors = {}, path }: InputProps) {
  const { t } = useTranslation()
  const faults = Object.entries(errors)
    .filter(([at]) => at.startsWith(`${path}.`))
    .map(([, message]) => message)
  const fault = [error, ...faults].filter(Boolean).join(' ')
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      required
      description={t('access:roles.matrix')}
      error={fault || undefined}
    >
      <Matrix permissions={(value ?? {}) as Permissions} onChange={onChange} />
    </Input.Wrapper>
  )
}
