import { Alert, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PasteReport as Report } from './use-paste.ts'

/** Reports pasted rows that could not be used. */
export function PasteReport({ report, onClose }: { report: Report | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  if (!report) return null
  const { added, unmatched } = report
  return (
    <Alert
      role="status"
      variant="light"
      color={unmatched.length > 0 ? 'yellow' : 'teal'}
      m="sm"
      title={t('orders:paste.added', { count: added })}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={onClose}
    >
      {unmatched.length > 0 && (
        <>
          <Text size="sm">{t('orders:paste.unmatched', { count: unmatched.length })}</Text>
          <List size="sm">
            {unmatched.map(({ number, text }) => (
              <List.Item key={number}>{t('orders:paste.row', { number, text })}</List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
