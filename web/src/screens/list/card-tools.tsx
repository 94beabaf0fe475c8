import { ActionIcon, Checkbox, Group, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../i18n/locale.tsx'
import classes from './list.module.css'
import type { ListRowsProps } from './list-table.tsx'

/** What the heading of a table offers, above cards: selecting the page, and the order. */
export function CardTools({ resource, state, columns, rows, selection }: ListRowsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { sort = '', order } = state?.search ?? {}
  const isDescending = order === 'desc'
  const sortable = columns.filter(({ field }) => field.isSortable)
  const ticked = rows.filter(({ id }) => selection?.has(id)).length
  if (!selection && !state) return null
  return (
    <Group justify="space-between" wrap="nowrap" className={`${classes.cardTools} no-print`}>
      {selection && (
        <Checkbox
          aria-label={t('common:selectPage')}
          checked={ticked === rows.length}
          indeterminate={ticked > 0 && ticked < rows.length}
          onChange={selection.togglePage}
        />
      )}
      {state && sortable.length > 0 && (
        <Group gap={4} wrap="nowrap">
          <NativeSelect
            aria-label={t('lists:sortBy')}
            value={sort}
            onChange={({ currentTarget: { value } }) =>
              state.change(value ? { sort: value, order: order ?? 'asc' } : { sort: undefined, order: undefined })
            }
            data={[
              { value: '', label: t('lists:sortBy') },
              ...sortable.map(({ path }) => ({ value: path, label: labels.field(resource.name, path) })),
            ]}
          />
          <ActionIcon
            variant="default"
            size={36}
            disabled={sort === ''}
            aria-label={t(isDescending ? 'lists:descending' : 'lists:ascending')}
            onClick={() => state.change({ order: isDescending ? 'asc' : 'desc' })}
          >
            {isDescending ? <IconArrowDown size={16} /> : <IconArrowUp size={16} />}
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}
