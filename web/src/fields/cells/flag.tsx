import { Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CellProps } from '../field-kind.ts'

/** A sign for yes, which is what one looks for; a word for no, since a dash would say that nobody knows. */
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
