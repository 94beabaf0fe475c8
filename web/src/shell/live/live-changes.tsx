import { Alert, VisuallyHidden } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetAll } from '../../api/records.ts'
import { useSession } from '../../api/use-session.ts'
import { type Change, followChanges } from './follow-changes.ts'

/** `/items/itm_…/edit`: the record that a page is about. */
const ADDRESS = /^\/[\w-]+\/([a-z]+_\w+)(\/edit)?\/?$/

interface Place {
  readonly pathname: string
  readonly id: string | undefined
  readonly isForm: boolean
}

function placeIn(pathname: string): Place {
  const [, id, form] = ADDRESS.exec(pathname) ?? []
  return { pathname, id, isForm: form !== undefined }
}

interface Notice {
  readonly key: 'changed' | 'changedForm' | 'deleted'
  /** Of the page that it belongs to. */
  readonly pathname: string
}

/** Refreshes what is shown when something changes elsewhere, and says so. What is being typed stays as it is. */
export function LiveChanges() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { phase } = useSession()
  const { pathname } = useLocation()
  const [notice, setNotice] = useState<Notice>()
  const [refreshed, setRefreshed] = useState(0)

  useEffect(() => {
    if (phase !== 'in') return undefined
    return followChanges((changes) => {
      const place = placeIn(window.location.pathname)
      setNotice((before) => noticeOf(place, changes) ?? before)
      const ids = changes.map(({ recordId }) => recordId)
      void refresh(client, place).then(() => highlightRows(ids, setRefreshed))
    })
  }, [client, phase])

  return (
    <>
      <VisuallyHidden role="status">{refreshed > 0 && t('live:rows', { count: refreshed })}</VisuallyHidden>
      {notice?.pathname === pathname && (
        <Alert
          role="status"
          variant="outline"
          color={notice.key === 'deleted' ? 'red' : 'blue'}
          icon={<IconRefresh size={18} />}
          mb="md"
          withCloseButton
          closeButtonLabel={t('common:close')}
          onClose={() => setNotice(undefined)}
        >
          {t(`live:${notice.key}`)}
        </Alert>
      )}
    </>
  )
}

/** What is to be said about the record of the page. */
function noticeOf({ pathname, id, isForm }: Place, changes: readonly Change[]): Notice | undefined {
  const own = changes.filter(({ recordId }) => recordId === id)
  if (own.length === 0) return undefined
  if (own.some(({ type }) => type.endsWith('.deleted'))) return { key: 'deleted', pathname }
  return { key: isForm ? 'changedForm' : 'changed', pathname }
}

/** The record that is being edited is not read again: the form has begun with it, and compares with it when it is saved. */
const refresh = (client: QueryClient, { id, isForm }: Place): Promise<void> =>
  forgetAll(client, ({ queryKey: [, kind, read] }) => isForm && kind === 'record' && read === id)

const SHOWN_MS = 4_000
/** Light enough for the text of both colour schemes. */
const COLOUR = 'rgb(250 204 21 / 10%)'

/** Marks the rows of these records for a moment, also those that are yet to be drawn, and tells how many there are. */
function highlightRows(ids: readonly string[], onCount: (count: number) => void): void {
  const wanted = new Set(ids)
  const marked = new Set<Element>()
  const mark = () => {
    for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
      if (marked.has(row) || !wanted.has(row.dataset.row ?? '')) continue
      marked.add(row)
      row.animate([{ backgroundColor: COLOUR }, { backgroundColor: COLOUR }], SHOWN_MS)
    }
    onCount(marked.size)
  }
  const observer = new MutationObserver(mark)
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), SHOWN_MS)
  mark()
}
