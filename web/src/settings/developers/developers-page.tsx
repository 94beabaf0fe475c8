import { Button, Card, Code, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconApps, IconExternalLink, IconFileCode, IconKey, IconMessageChatbot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { API_ROOT } from '../../api/http.ts'
import { allows } from '../../api/resources.ts'
import { session } from '../../api/session.ts'
import { signInOptionsQuery } from '../../api/sign-in-options.ts'
import { useResource } from '../../api/use-resources.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { samplesFor } from './samples.ts'

/** Helps a developer to make the first API request within a minute. */
export function Page() {
  const { t } = useTranslation()
  const { data: offered } = useQuery(signInOptionsQuery)
  const address = window.location.origin + API_ROOT
  return (
    <>
      <PageHeader title={t('settings:developers.title')} description={t('administration:developers.text')} />
      <Stack gap="md" maw={1100}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {offered?.explorer && <Explorer />}
          <Keys />
          <Apps />
          {offered?.assistants && <Assistants />}
        </SimpleGrid>
        <Card component="section">
          <Title order={2} mb="sm">
            {t('administration:developers.start')}
          </Title>
          <Group gap="xs" mb="md">
            <Text size="sm">{t('administration:developers.base')}</Text>
            <Code>{address}</Code>
            <CopyButton value={address} label={t('common:copy')} />
          </Group>
          <Stack>
            {samplesFor(address).map(({ name, code }) => (
              <CodeSample key={name} title={t(`administration:developers.samples.${name}`)} code={code} />
            ))}
          </Stack>
        </Card>
      </Stack>
    </>
  )
}

interface WayProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

const Way = ({ icon, title, text, children }: WayProps) => (
  <Card component="section" aria-label={title}>
    <Stack gap="xs" h="100%">
      <ThemeIcon variant="light" size={36}>
        {icon}
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" flex={1}>
        {text}
      </Text>
      <Group gap="xs">{children}</Group>
    </Stack>
  </Card>
)

function Explorer() {
  const { t } = useTranslation()
  return (
    <Way
      icon={<IconFileCode size={20} stroke={1.6} />}
      title={t('administration:developers.explorer')}
      text={t('administration:developers.explorerText')}
    >
      <Button
        component="a"
        href="/docs"
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink size={16} stroke={1.6} />}
      >
        {t('administration:developers.open')}
      </Button>
      <CopyButton value={session.token() ?? ''} label={t('administration:developers.copyToken')} />
    </Way>
  )
}

function Keys() {
  const { t } = useTranslation()
  const keys = useResource('api-keys')
  return (
    <Way
      icon={<IconKey size={20} stroke={1.6} />}
      title={t('administration:developers.keys')}
      text={t(keys ? 'administration:developers.keysText' : 'administration:developers.keysAsk')}
    >
      {allows(keys, 'create') && <ButtonLink href="/api-keys/new">{t('administration:developers.newKey')}</ButtonLink>}
      {keys && (
        <ButtonLink href="/api-keys" variant="default">
          {t('administration:developers.allKeys')}
        </ButtonLink>
      )}
    </Way>
  )
}

function Apps() {
  const { t } = useTranslation()
  const apps = useResource('oauth-clients')
  return (
    <Way
      icon={<IconApps size={20} stroke={1.6} />}
      title={t('administration:developers.apps')}
      text={t('administration:developers.appsText')}
    >
      {allows(apps, 'create') && (
        <ButtonLink href="/oauth-clients/new">{t('administration:developers.newApp')}</ButtonLink>
      )}
      <ButtonLink href="/profile/security" variant="default">
        {t('administration:developers.connected')}
      </ButtonLink>
    </Way>
  )
}

function Assistants() {
  const { t } = useTranslation()
  const address = `${window.location.origin}/mcp`
  return (
    <Way
      icon={<IconMessageChatbot size={20} stroke={1.6} />}
      title={t('administration:developers.assistants')}
      text={t('administration:developers.assistantsText')}
    >
      <Code>{address}</Code>
      <CopyButton value={address} label={t('common:copy')} />
    </Way>
  )
}
