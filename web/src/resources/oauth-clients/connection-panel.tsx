import { Code, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PartProps } from '../../screens/customisation.ts'
import { Panel } from '../../screens/record/panel.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** All that the developer of the app has to configure. */
export function ConnectionPanel({ row }: PartProps) {
  const { t } = useTranslation()
  const { origin } = window.location
  const facts = [
    ['clientId', String(row.clientId ?? row.id)],
    ['authorise', `${origin}/oauth/authorize`],
    ['token', `${origin}/oauth/token`],
    ['discovery', `${origin}/.well-known/oauth-authorization-server`],
  ] as const
  return (
    <Panel title={t('access:apps.connect')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('access:apps.connectText')}
        </Text>
        <Table verticalSpacing={4} layout="auto">
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={500}>
                  {t(`access:apps.${name}`)}
                </Table.Th>
                <Table.Td>
                  <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
                </Table.Td>
                <Table.Td ta="right">
                  <CopyButton value={value} label={t('common:copy')} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Panel>
  )
}
