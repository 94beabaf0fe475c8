import '@mantine/spotlight/styles.layer.css'
import { Group, Kbd, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconPlus, IconSearch, IconTable } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, type DataOf } from '../api/call.ts'
import { useResources } from '../api/use-resources.tsx'
import { useLabels } from '../i18n/locale.tsx'
import { CustomisationsContext } from '../screens/customisation.ts'
import { StatusPill } from '../ui/status-pill.tsx'
import { useCreatable, useDestinations } from './navigation.ts'

/** By kind; each kind is found in the same way. */
type Found = DataOf<'GET /search'>
type Hit = NonNullable<Found[keyof Found]>[number]

const LENGTH_MIN = 2
const LIMIT = 12
const WAIT_MS = 120

export const openPalette = () => spotlight.open()

/** One field that finds records, pages and actions. */
export function Palette() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS)
  const { data, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: async ({ signal }) => (await call('GET /search', { query: { q: asked, limit: LIMIT }, signal })).data,
    enabled: asked.length >= LENGTH_MIN,
    placeholderData: keepPreviousData,
  })
  const hits = asked.length >= LENGTH_MIN ? Object.entries(data ?? {}).filter(([, found]) => found.length > 0) : []
  const places = usePlaces(text)
  const isEmpty = hits.length + places.pages.length + places.creatable.length === 0
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      shortcut={null}
      maxHeight={480}
      scrollable
      radius="md"
      transitionProps={{ duration: 0 }}
    >
      <Spotlight.Search
        placeholder={t('shell:palette.placeholder')}
        aria-label={t('shell:palette.open')}
        leftSection={<IconSearch size={18} stroke={1.5} />}
      />
      <Spotlight.ActionsList>
        {hits.map(([kind, found]) => (
          <Hits key={kind} kind={kind} hits={found} />
        ))}
        <Places label={t('shell:palette.goTo')} {...{ places: places.pages }} />
        <Places label={t('shell:create')} {...{ places: places.creatable }} isNew />
        {isEmpty && (
          <Spotlight.Empty>{isFetching ? t('shell:palette.searching') : t('shell:palette.nothing')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer>
        <Hints />
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

type Place = ReturnType<typeof useDestinations>[number]

const SHOWN_UNASKED = 7
const SHOWN = 5

function usePlaces(text: string) {
  const wanted = text.trim().toLowerCase()
  const matches = ({ label }: Place) => label.toLowerCase().includes(wanted)
  const shown = wanted === '' ? SHOWN_UNASKED : SHOWN
  return {
    pages: useDestinations().filter(matches).slice(0, shown),
    creatable: useCreatable().filter(matches).slice(0, shown),
  }
}

function Hits({ kind, hits }: { kind: string; hits: readonly Hit[] }) {
  const navigate = useNavigate()
  const labels = useLabels()
  const resource = useResources().find(({ name }) => name === kind)
  const Icon = useContext(CustomisationsContext)[kind]?.icon ?? IconTable
  return (
    <Spotlight.ActionsGroup label={labels.many({ name: kind })}>
      {hits.map(({ id, name, code, status }) => (
        <Spotlight.Action
          key={id}
          label={[name, code].filter(Boolean).join(' · ')}
          highlightQuery
          leftSection={<Icon size={18} stroke={1.5} />}
          rightSection={status ? <StatusPill value={status} /> : undefined}
          onClick={() => navigate({ to: `/${resource?.path ?? kind}/${id}` })}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function Places({ label, places, isNew }: { label: string; places: readonly Place[]; isNew?: boolean }) {
  const navigate = useNavigate()
  if (places.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={label}>
      {places.map(({ href, label: name, icon: Icon }) => (
        <Spotlight.Action
          key={href}
          label={name}
          highlightQuery
          leftSection={isNew ? <IconPlus size={18} stroke={1.5} /> : <Icon size={18} stroke={1.5} />}
          onClick={() => navigate({ to: href })}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function Hints() {
  const { t } = useTranslation()
  return (
    <Group gap="md">
      {[
        [['↑', '↓'], t('shell:palette.move')] as const,
        [['Enter'], t('shell:palette.choose')] as const,
        [['Esc'], t('common:close')] as const,
      ].map(([keys, meaning]) => (
        <Text key={meaning} size="xs" c="dimmed">
          {keys.map((key) => (
            <Kbd key={key} size="xs" mr={4}>
              {key}
            </Kbd>
          ))}
          {meaning}
        </Text>
      ))}
    </Group>
  )
}
