import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CellProps } from '../field-kind.ts'

export function FlagCell({ value }: CellProps) {
  const { t } = useTranslation()
  return (
    <>
      {value ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} opacity={0.5} aria-hidden />}
      <VisuallyHidden>{value ? t('common:yes') : t('common:no')}</VisuallyHidden>
    </>
  )
}
