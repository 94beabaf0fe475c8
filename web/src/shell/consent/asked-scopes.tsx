import { List, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const KNOWN = ['read', 'write', 'delete', 'admin', 'openid', 'profile', 'email', 'offline_access'] as const
type Scope = (typeof KNOWN)[number]

const knownAmong = (scopes: readonly string[]): readonly Scope[] => KNOWN.filter((scope) => scopes.includes(scope))

/** What the app will be able to do. */
export function Scopes({ scopes }: { scopes: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <section>
      <Title order={2} size="sm" mb="xs">
        {t('security:consent.able')}
      </Title>
      <List listStyleType="none" spacing="xs" size="sm">
        {knownAmong(scopes).map((scope) => (
          <List.Item key={scope}>
            <Text fw={600} size="sm" c={scope === 'admin' ? 'var(--mantine-color-error)' : undefined}>
              {t(`security:consent.scopes.${scope}.title`)}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`security:consent.scopes.${scope}.detail`)}
            </Text>
          </List.Item>
        ))}
      </List>
    </section>
  )
}

/** What it has asked for in vain. */
export function Withheld({ scopes }: { scopes: readonly string[] }) {
  const { t } = useTranslation()
  if (scopes.length === 0) return null
  const titles = knownAmong(scopes).map((scope) =>
    t('security:consent.inside', { title: t(`security:consent.scopes.${scope}.title`) }),
  )
  return <Text size="sm">{t('security:consent.withheld', { titles: titles.join(', ') })}</Text>
}

/** Where the browser is sent afterwards: the host is what tells a true app from a false one of the same name. */
export function Destination({ redirectUri }: { redirectUri: string }) {
  const { t } = useTranslation()
  const [kind, place] = destinationOf(new URL(redirectUri))
  const [before, after] = t(`security:consent.afterwards.${kind}`, { place: '\n' }).split('\n')
  return (
    <Text size="sm" c="dimmed">
      {before}
      <Text span fw={600} c="var(--mantine-color-text)">
        {place}
      </Text>
      {after}
    </Text>
  )
}

function destinationOf({ protocol, host, hostname }: URL): readonly ['site' | 'program' | 'device', string] {
  if (protocol === 'https:') return ['site', host]
  return protocol === 'http:' ? ['program', hostname] : ['device', protocol.slice(0, -1)]
}
