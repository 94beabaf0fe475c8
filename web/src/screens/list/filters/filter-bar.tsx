import { Button, CloseButton, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../../api/resources.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { ListState } from '../list-state.ts'
import classes from './filter.module.css'
import { FilterChip } from './filter-chip.tsx'
import { type FilterField, filterChanges, filterFieldsOf, filtersIn } from './filters.ts'
import { FilterEditor } from './lazy-filter-editor.tsx'

interface FilterProps {
  readonly resource: Resource
  readonly state: ListState
}

/** A button that asks for the field, then for the conditions. */
export function FilterButton({ resource, state }: FilterProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState<FilterField>()
  const close = () => {
    setOpen(false)
    choose(undefined)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => (opened ? setOpen(true) : close())}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.6} />}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          {t('lists:filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('lists:filter')}>
        {chosen ? (
          <>
            <UnstyledButton className={classes.back} onClick={() => choose(undefined)}>
              <IconChevronLeft size={16} aria-hidden /> {labels.field(resource.name, chosen.path)}
            </UnstyledButton>
            <FilterEditor
              {...chosen}
              conditions={filtersIn(state.search).get(chosen.path) ?? {}}
              onApply={(conditions) => {
                state.change(filterChanges(state.search, chosen.path, conditions))
                close()
              }}
            />
          </>
        ) : (
          <FieldChoice resource={resource} onChoose={choose} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function FieldChoice({ resource, onChoose }: { resource: Resource; onChoose: (field: FilterField) => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [text, setText] = useState('')
  const place = ({ path }: FilterField) => labels.field(resource.name, path).toLowerCase().indexOf(text.toLowerCase())
  // A search for "total" must not find the subtotal first.
  const fields = filterFieldsOf(resource)
    .filter((one) => place(one) >= 0)
    .toSorted((one, other) => place(one) - place(other))
  return (
    <Stack gap={4}>
      <TextInput
        size="xs"
        data-autofocus
        aria-label={t('lists:findField')}
        placeholder={t('lists:findField')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !fields[0]) return
          // The focus moves to the next input; this key must not act on that one too.
          event.preventDefault()
          onChoose(fields[0])
        }}
      />
      <div className={classes.choice}>
        {fields.map((one) => (
          <UnstyledButton key={one.path} className={classes.field} onClick={() => onChoose(one)}>
            {labels.field(resource.name, one.path)}
            {one.path.includes('.') && (
              <Text span size="xs" c="dimmed" ml={6}>
                {labels.field(resource.name, one.path.split('.')[0]!)}
              </Text>
            )}
          </UnstyledButton>
        ))}
      </div>
    </Stack>
  )
}

/** The active filters, one chip a field; a click edits it. */
export function FilterChips({ resource, state }: FilterProps) {
  const { t } = useTranslation()
  const fields = filterFieldsOf(resource)
  const isTab = (path: string) =>
    path === 'status' && state.search.status !== undefined && resource.statuses !== undefined
  const shown = [...filtersIn(state.search)].filter(([path]) => !isTab(path))
  if (shown.length === 0) return null
  const clear = () =>
    state.replace(
      Object.fromEntries(Object.entries(state.search).filter(([name]) => !Object.hasOwn(state.filters, name))),
    )
  return (
    <Group gap={6} className={classes.chips}>
      {shown.map(([path, conditions]) => (
        <FilterChip
          key={path}
          resource={resource}
          path={path}
          field={fields.find((one) => one.path === path)?.field}
          conditions={conditions}
          onApply={(next) => state.change(filterChanges(state.search, path, next))}
        />
      ))}
      <Button variant="subtle" size="compact-sm" color="gray" onClick={clear}>
        {t('lists:clearFilters')}
      </Button>
    </Group>
  )
}

/** Clears a search field. */
export function ClearSearch({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return <CloseButton size="sm" aria-label={t('lists:clearSearch')} onClick={onClick} />
}
