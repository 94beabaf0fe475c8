import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import { IconCloudOff, IconError404, IconLock, IconMoodSad } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, ConnectionError } from '../api/api-error.ts'
import { CopyButton } from './copy-button.tsx'

/** Tells what went wrong, why, and what can be done about it. */
export function ErrorPanel({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation()
  const kind = kindOf(error)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Card maw={560} mx="auto" mt="xl" role="alert">
      <Stack gap="sm" align="flex-start">
        {ICONS[kind]}
        <Title order={1}>{t(`errors:${kind}.title`)}</Title>
        <Text c="dimmed">{kind === 'unexpected' ? (error as Error).message : t(`errors:${kind}.text`)}</Text>
        {kind === 'forbidden' && <Text size="sm">{(error as Error).message}</Text>}
        {requestId && kind === 'unexpected' && (
          <Group gap="xs">
            <Text size="sm">{t('errors:requestId')}</Text>
            <Code>{requestId}</Code>
            <CopyButton value={requestId} label={t('common:copy')} />
          </Group>
        )}
        <Group mt="sm">
          {retry && kind !== 'forbidden' && kind !== 'missing' && <Button onClick={retry}>{t('errors:retry')}</Button>}
          {/* A plain link: whatever state led here, it begins anew. */}
          <Button component="a" href="/" variant="default">
            {t('errors:home')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

type ErrorKind = 'offline' | 'forbidden' | 'missing' | 'unexpected'

const ICONS: Readonly<Record<ErrorKind, ReactNode>> = {
  offline: <IconCloudOff size={32} stroke={1.5} aria-hidden />,
  forbidden: <IconLock size={32} stroke={1.5} aria-hidden />,
  missing: <IconError404 size={32} stroke={1.5} aria-hidden />,
  unexpected: <IconMoodSad size={32} stroke={1.5} aria-hidden />,
}

function kindOf(error: unknown): ErrorKind {
  if (error instanceof ConnectionError) return 'offline'
  if (!(error instanceof ApiError)) return 'unexpected'
  if (error.status === 403) return 'forbidden'
  return error.status === 404 ? 'missing' : 'unexpected'
}
