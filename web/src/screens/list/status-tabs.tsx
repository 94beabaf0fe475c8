import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { filterChanges, filtersIn } from './filters/filters.ts'
import type { ListState } from './list-state.ts'

/** No status of a record is called so. */
const ALL = '*'
const SEVERAL = '*,*'

/** Filters by status with one click. */
export function StatusTabs({ resource, state }: { resource: Resource; state: ListState }) {
  const { t } = useTranslation()
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
            {labels.choice(status)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
