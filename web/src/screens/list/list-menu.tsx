import { Menu } from '@mantine/core'
import { IconDownload, IconTerminal2 } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { API_ROOT, download } from '../../api/http.ts'
import { queryText } from '../../api/query-text.ts'
import { allows, type Resource } from '../../api/resources.ts'
import type { Format } from '../../i18n/format.ts'
import { shownTimeZone } from '../../i18n/format-preferences.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { toast } from '../../ui/toast.tsx'
import { MoreMenu, PrintItem } from '../more-menu.tsx'
import type { ListColumn } from './columns.ts'
import type { ListState } from './list-state.ts'

interface ListMenuProps {
  readonly resource: Resource
  readonly state: ListState
  readonly request: string
  /** The columns of the list; all fields if left out. */
  readonly columns?: readonly ListColumn[]
}

export function ListMenu({ resource, state, request, columns }: ListMenuProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <MoreMenu label={t('lists:more')}>
      {allows(resource, 'export') &&
        EXPORT_FORMATS.map((type) => (
          <Menu.Item
            key={type}
            leftSection={<IconDownload size={16} />}
            onClick={() => exportList(resource, state, format, columns, type)}
          >
            {t(`lists:export.${type}`)}
          </Menu.Item>
        ))}
      <PrintItem />
      <Menu.Item
        leftSection={<IconTerminal2 size={16} />}
        onClick={() => copy(curlFor(resource, request), t('lists:copiedApiCall'))}
      >
        {t('lists:copyApiCall')}
      </Menu.Item>
    </MoreMenu>
  )
}

/** The first one is what most people want. */
const EXPORT_FORMATS = ['xlsx', 'csv'] as const
type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What is filtered, all of it, in the order and the columns that are shown: as a table for people. */
export function exportList(
  resource: Resource,
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  { locale }: Format,
  columns?: readonly ListColumn[],
  type: ExportFormat = 'xlsx',
): Promise<void> {
  const { sort, order } = search
  // Each line would have a row of its own.
  const shown = columns?.filter(({ field }) => field.kind !== 'lines').map(({ path }) => path)
  const table = { format: type, for: 'spreadsheet', locale, timeZone: shownTimeZone(), fields: shown?.join(',') }
  const query = queryText({ ...filters, sort, order, ...table })
  return download(`/${resource.path}/export?${query}`, `${resource.name}.${type}`).catch(toast.notLoaded)
}

/** Copies the API request behind the list. */
const curlFor = ({ path }: Resource, request: string) =>
  `curl -g '${window.location.origin}${API_ROOT}/${path}?${request}' -H 'X-API-Key: YOUR_KEY'`

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.done(done)
  } catch {
    toast.note(i18next.t('common:notCopied'))
  }
}
