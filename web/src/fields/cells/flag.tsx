import { Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CellProps } from '../field-kind.ts'

/** An icon for yes, which is what users look for; a word for no, since a dash would mean "unknown". */
export function FlagCell({ value }: CellProps) {
  const { t } = useTranslation()
  if (!value)
    return (
      <Text span inherit c="dimmed">
        {t('common:no')}
      </Text>
    )
  return (
    <>
      <IconCheck size={16} aria-hidden />
      <VisuallyHidden>{t('common:yes')}</VisuallyHidden>
    </>
  )
}
