import '@mantine/core/styles/Pagination.layer.css'
import { Group, Pagination, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/locale.tsx'
import classes from './list.module.css'
import { type ListState, PAGE_SIZES } from './list-state.ts'

export function PageBar({ state, total, count }: { state: ListState; total: number; count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const { page, perPage } = state
  const first = (page - 1) * perPage + 1
  return (
    <Group justify="space-between" className={classes.foot}>
      <Text size="sm" c="dimmed" className="numbers" role="status">
        {t('lists:range', {
          from: format.number(first),
          to: format.number(first + count - 1),
          total: format.number(total),
        })}
      </Text>
      <Group gap="md" className="no-print">
        <Select
          size="xs"
          w={130}
          aria-label={t('lists:perPage')}
          allowDeselect={false}
          value={String(perPage)}
          data={PAGE_SIZES.map((size) => ({ value: size, label: t('lists:perPageOption', { size }) }))}
          onChange={(size) => state.change({ perPage: size ?? undefined })}
          visibleFrom="sm"
        />
        <Pagination
          size="sm"
          total={Math.ceil(total / perPage)}
          value={page}
          siblings={isNarrow ? 0 : 1}
          onChange={(next) => state.change({ page: String(next) })}
          getControlProps={(control) => ({ 'aria-label': t(`lists:pages.${control}`) })}
          getItemProps={(number) => ({ 'aria-label': t('lists:pages.number', { number }) })}
        />
      </Group>
    </Group>
  )
}
