import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/locale.tsx'
import classes from '../list.module.css'
import type { Selection } from './selection.ts'

/** After a whole page was selected, offers to select all matching records. */
export function AllMatching({ selection, onPage, total }: { selection: Selection; onPage: number; total: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPageTicked = selection.ids.size >= onPage && total > onPage
  if (!isPageTicked && !selection.isAllMatching) return null
  return (
    <div className={classes.allMatching} role="status">
      {selection.isAllMatching ? (
        t('lists:allSelected', { total: format.number(total) })
      ) : (
        <>
          {t('lists:pageSelected', { count: selection.ids.size })}{' '}
          <Anchor component="button" type="button" size="sm" onClick={selection.takeAllMatching}>
            {t('lists:selectAll', { total: format.number(total) })}
          </Anchor>
        </>
      )}
    </div>
  )
}
