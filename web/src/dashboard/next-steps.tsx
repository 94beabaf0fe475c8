import { Group, List, Text, ThemeIcon } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listQuery } from '../api/records.ts'
import { allows } from '../api/resources.ts'
import { useResource } from '../api/use-resources.tsx'
import { useLabels } from '../i18n/locale.tsx'
import { Panel } from '../screens/record/panel.tsx'
import { ButtonLink } from '../ui/links.tsx'

/** In the order in which each needs the one before. */
const STEPS = ['items', 'customers', 'sales-orders'] as const

/** What a company without orders does next. */
export function NextSteps() {
  const { t } = useTranslation()
  return (
    <Panel title={t('dashboard:next.title')}>
      <List spacing="sm" listStyleType="none" m={0} p={0}>
        {STEPS.map((name) => (
          <NextStep key={name} name={name} />
        ))}
      </List>
    </Panel>
  )
}

/** Left out for users who may not do it. */
function NextStep({ name }: { name: (typeof STEPS)[number] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useResource(name)
  const canCreate = allows(resource, 'create')
  const { data } = useQuery({ ...listQuery(name, 'perPage=1&fields=id'), enabled: canCreate })
  if (!resource || !canCreate) return null
  const isDone = (data?.meta.total ?? 0) > 0
  return (
    <List.Item
      icon={
        <ThemeIcon size={24} radius="xl" variant={isDone ? 'filled' : 'light'} color={isDone ? 'teal' : 'brand'}>
          {isDone ? <IconCheck size={14} aria-label={t('dashboard:next.done')} /> : <IconArrowRight size={14} />}
        </ThemeIcon>
      }
    >
      <Group gap="sm">
        <Text size="sm">{t(`dashboard:next.${name}`)}</Text>
        <ButtonLink href={`/${resource.path}/new`} size="compact-sm" variant={isDone ? 'subtle' : 'light'}>
          {t('lists:new', { thing: labels.one(resource) })}
        </ButtonLink>
      </Group>
    </List.Item>
  )
}
