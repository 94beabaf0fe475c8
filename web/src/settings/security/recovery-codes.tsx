import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../api/http.ts'
import { useUser } from '../../api/use-session.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './security.module.css'

/** The codes for a lost device. They are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const { email } = useUser()
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  const text = `${t('security:codes.heading', { email })}\n\n${codes.join('\n')}\n`
  return (
    <Stack ref={top} tabIndex={-1} role="group" aria-label={t('security:codes.title')} className={classes.codes}>
      <Text size="sm">{t('security:codes.heading', { email })}</Text>
      <Alert variant="outline" color="yellow" icon={<IconAlertTriangle size={18} />} className="no-print">
        {t('security:codes.text')}
      </Alert>
      <SimpleGrid component="ul" cols={2} spacing="xs" className={classes.list}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={text} label={t('common:copy')} />
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={14} />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'kontor-recovery-codes.txt')}
        >
          {t('security:codes.download')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPrinter size={14} />}
          onClick={() => window.print()}
        >
          {t('common:print')}
        </Button>
      </Group>
      <Button onClick={onDone}>{t('security:codes.done')}</Button>
    </Stack>
  )
}
