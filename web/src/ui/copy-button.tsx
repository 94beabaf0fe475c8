import { Button, CopyButton as Copier } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Copies a text, and says that it has. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation()
  return (
    <Copier value={value}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="subtle"
          flex="none"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
        >
          {copied ? t('common:copied') : label}
        </Button>
      )}
    </Copier>
  )
}
