import '@mantine/spotlight/styles.layer.css'
import { Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconPlus, IconSearch, IconTable } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, type DataOf } from '../../api/call.ts'
import { fieldOf } from '../../api/resources.ts'
import { STATUS } from '../../api/stages.ts'
import { useResources } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { CustomisationsContext } from '../../screens/customisation.ts'
import { Keys } from '../../ui/keys.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { type Place, usePlaces } from './places.ts'
import { stopTypingAhead } from './typed-ahead.ts'

/** By kind; each kind is found in the same way. */
type Found = DataOf<'GET /search'>
type Hit = NonNullable<Found[keyof Found]>[number]

const LENGTH_MIN = 2
const LIMIT = 12
const WAIT_MS = 120

const [store, { open: openPalette }] = createSpotlight()

export { openPalette }

/** One field that finds records, pages and actions. The first result is marked, and Enter opens it. */
export function Palette() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { hits, isCurrent } = useHits(text.trim())
  const { actions, first, pages, creatable } = usePlaces(text)
  const isEmpty = hits.length + first.length + actions.length + pages.length + creatable.length === 0
  const opening = useOpening(text, isCurrent, hits)
  const goTo = t('shell:palette.goTo')
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      // Centred, it would move with each number of results.
      centered={false}
      maxHeight={HEIGHT}
      scrollable
      radius="md"
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': t('shell:palette.open') } }}
    >
      <Spotlight.Search
        placeholder={t('shell:palette.placeholder')}
        aria-label={t('shell:palette.open')}
        leftSection={<IconSearch size={18} stroke={1.5} />}
        onKeyDownCapture={opening.onKeyDown}
        onFocus={() => {
          const { text: typed, isEntered } = stopTypingAhead()
          if (typed) setText(typed)
          if (isEntered) opening.want(typed)
        }}
      />
      <Spotlight.ActionsList id={LIST} h={`min(${HEIGHT}px, 60dvh)`}>
        <Places label={t('shell:create')} places={actions} isNew />
        <Places label={goTo} places={first} />
        {hits.map(([kind, found]) => (
          <Hits key={kind} kind={kind} hits={found} />
        ))}
        <Places label={goTo} places={pages} />
        <Places label={t('shell:create')} places={creatable} isNew />
        {isEmpty && (
          <Spotlight.Empty>{isCurrent ? t('shell:palette.nothing') : t('shell:palette.searching')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer>
        <Hints />
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

const HEIGHT = 400
const LIST = 'palette-results'
type Hits = readonly (readonly [kind: string, found: readonly Hit[]])[]

/** The records that the words mean, the kind with the best one first. */
function useHits(words: string): { readonly hits: Hits; readonly isCurrent: boolean } {
  const [asked] = useDebouncedValue(words, WAIT_MS)
  const isAsked = words.length >= LENGTH_MIN
  const { data, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: async ({ signal }) => (await call('GET /search', { query: { q: asked, limit: LIMIT }, signal })).data,
    enabled: asked.length >= LENGTH_MIN,
    placeholderData: keepPreviousData,
  })
  const best = ([, found]: readonly [string, readonly Hit[]]) => Math.max(...found.map(({ score }) => score))
  const hits = Object.entries(data ?? {})
    .filter(([, found]) => found.length > 0)
    .toSorted((one, other) => best(other) - best(one))
  return { hits: isAsked ? hits : [], isCurrent: !isAsked || (asked === words && !isFetching) }
}

/** Marks the first result. Enter that comes before the results opens the first of them once they are there. */
function useOpening(text: string, isCurrent: boolean, hits: Hits) {
  /** The text for which Enter was pressed. */
  const [wanted, setWanted] = useState<string>()
  const shown = hits.flatMap(([, found]) => found.map(({ id }) => id)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results have another first one.
  useEffect(() => {
    if (text.trim() === '' || !isCurrent) return
    const first = markFirst()
    if (wanted === text) first?.click()
    setWanted(undefined)
  }, [text, isCurrent, shown, wanted])
  return {
    want: setWanted,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || isCurrent || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(text)
    },
  }
}

/** The mark that the arrow keys move, which the library keeps in the page and in its store. */
function markFirst(): HTMLElement | undefined {
  const [first, ...others] = document.querySelectorAll<HTMLElement>(`#${LIST} [data-action]`)
  for (const other of others) other.removeAttribute('data-selected')
  first?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: first ? 0 : -1 }))
  return first
}

function Hits({ kind, hits }: { kind: string; hits: readonly Hit[] }) {
  const navigate = useNavigate()
  const labels = useLabels()
  const resource = useResources().find(({ name }) => name === kind)
  const field = resource && fieldOf(resource, STATUS)
  const Icon = useContext(CustomisationsContext)[kind]?.icon ?? IconTable
  return (
    <Spotlight.ActionsGroup label={labels.many({ name: kind })}>
      {hits.map(({ id, name, code, status }) => (
        <Spotlight.Action
          key={id}
          label={[name, code].filter(Boolean).join(' · ')}
          highlightQuery
          // Dimmed on the colour of the mark, a status would miss its contrast.
          dimmedSections={false}
          leftSection={<Icon size={18} stroke={1.5} />}
          rightSection={status ? <StatusPill field={field} value={status} /> : undefined}
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
        [['up', 'down'], t('shell:palette.move')] as const,
        [['enter'], t('shell:palette.choose')] as const,
        [['escape'], t('common:close')] as const,
      ].map(([keys, meaning]) => (
        <Text key={meaning} size="xs" c="dimmed">
          <Keys keys={keys} /> {meaning}
        </Text>
      ))}
    </Group>
  )
}
