import '@mantine/core/styles/Tabs.layer.css'
import { Tabs, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource } from '../../api/resources.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { filterChanges, filtersIn } from './filters/filters.ts'
import type { ListState } from './list-state.ts'

/** No status of a record is called so. */
const ALL = '*'
const SEVERAL = '*,*'

interface StatusTabsProps {
  readonly resource: Resource
  readonly state: ListState
  /** How many records of each status the other filters leave; not known while it is loading. */
  readonly counts?: Readonly<Record<string, number>> | undefined
}

/** Filters by status with one click. */
export function StatusTabs({ resource, state, counts = {} }: StatusTabsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const labels = useLabels()
  if (!resource.statuses?.length) return null
  const field = fieldOf(resource, 'status')
  const { eq = ALL, ...further } = filtersIn(state.search).get('status') ?? {}
  const value = Object.keys(further).length > 0 ? SEVERAL : eq
  return (
    <Tabs
      value={value}
      onChange={(next) => state.change(filterChanges(state.search, 'status', next === ALL ? {} : { eq: next! }))}
    >
      <Tabs.List px="xs">
        <Tabs.Tab value={ALL}>{t('lists:all')}</Tabs.Tab>
        {[...resource.statuses, ...(field?.alsoFilter ?? [])].map((status) => (
          <Tabs.Tab key={status} value={status}>
            {labels.choice(status)}{' '}
            {counts[status] !== undefined && (
              <Text span size="xs" lh={1} c="dimmed" ml={4} className="numbers">
                {format.number(counts[status])}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
