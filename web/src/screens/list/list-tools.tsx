import { Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { ColumnChoice } from './column-choice.tsx'
import type { Columns } from './columns.ts'
import { ClearSearch, FilterButton } from './filters/filter-bar.tsx'
import classes from './list.module.css'
import type { ListState } from './list-state.ts'
import { ViewsMenu } from './views/views-menu.tsx'

const WAIT_MS = 250

interface ListToolsProps {
  readonly resource: Resource
  readonly state: ListState
  readonly columns: Columns
}

export function ListTools({ resource, state, columns }: ListToolsProps) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" className={`${classes.tools} no-print`}>
      <Group gap="xs" wrap="nowrap" flex={1}>
        {resource.isSearchable && <SearchField resource={resource} state={state} />}
        <FilterButton resource={resource} state={state} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ViewsMenu resource={resource} state={state} columns={columns} />
        <ColumnChoice resource={resource} columns={columns} />
      </Group>
    </Group>
  )
}

/** Searches after a pause in typing, or at once on Enter. */
function SearchField({ resource, state }: Omit<ListToolsProps, 'columns'>) {
  const { t } = useTranslation()
  const labels = useLabels()
  const asked = state.search.search ?? ''
  const [text, setText] = useState(asked)
  const ask = (words: string) => words !== asked && state.change({ search: words || undefined })
  const askSoon = useDebouncedCallback(ask, WAIT_MS)
  // The address may change while the field is shown: by the back button, or a view.
  useEffect(() => setText(asked), [asked])
  const change = (words: string) => {
    setText(words)
    askSoon(words)
  }
  return (
    <TextInput
      type="search"
      className={classes.search}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      aria-label={t('lists:search', { things: labels.many(resource) })}
      placeholder={t('lists:search', { things: labels.many(resource) })}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && ask(text)}
      rightSection={text && <ClearSearch onClick={() => change('')} />}
    />
  )
}
