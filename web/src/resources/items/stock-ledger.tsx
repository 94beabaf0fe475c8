import { Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { permits } from '../../api/permitted.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { RelatedList } from '../../screens/list/related-list.tsx'
import { ButtonLink } from '../../ui/links.tsx'

const COLUMNS = ['createdAt', 'reason', 'quantity', 'balance', 'source.id', 'note', 'createdBy']

/** All that came and went of one item. */
export function StockLedger({ row }: PartProps) {
  const { t } = useTranslation()
  const back = encodeURIComponent(`/items/${row.id}?tab=stock`)
  return (
    <Stack gap="sm">
      {permits(row, 'stock-movements.create') && (
        <Group justify="flex-end">
          <ButtonLink href={`/stock-movements/new?item=${row.id}&back=${back}`} variant="default">
            {t('records:changeStock')}
          </ButtonLink>
        </Group>
      )}
      <RelatedList of="stock-movements" filters={{ item: row.id }} columns={COLUMNS} count={50} />
    </Stack>
  )
}
