import { Alert, Card, Group, Stack, Text } from '@mantine/core'
import { IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useResource } from '../../api/use-resources.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import type { Settings } from '../settings-query.ts'

/** Whether this server can send mail. It is configured where the server is started. */
export function MailTab({ settings: { sendsMail } }: { settings: Settings }) {
  const { t } = useTranslation()
  const messages = useResource('messages')
  return (
    <Card component="section" maw={960}>
      <Stack>
        <Alert
          variant="light"
          color={sendsMail ? 'teal' : 'yellow'}
          icon={sendsMail ? <IconMailCheck size={18} /> : <IconMailOff size={18} />}
        >
          {t(sendsMail ? 'administration:mail.on' : 'administration:mail.off')}
        </Alert>
        <Text size="sm">{t(sendsMail ? 'administration:mail.onText' : 'administration:mail.offText')}</Text>
        {messages && (
          <Group>
            <ButtonLink href="/messages" variant="default">
              {t('administration:mail.messages')}
            </ButtonLink>
          </Group>
        )}
      </Stack>
    </Card>
  )
}
