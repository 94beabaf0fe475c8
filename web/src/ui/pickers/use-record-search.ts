import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listQuery } from '../../api/records.ts'
import type { Resource } from '../../api/resources.ts'
import { titleFieldsOf, titleOf } from '../../api/titles.ts'

/** What every field has in which records are picked. */
export interface PickerProps {
  readonly resource: string
  readonly label?: string
  readonly 'aria-label'?: string
  readonly description?: string
  readonly error?: string
  readonly required?: boolean
  readonly disabled?: boolean
}

const SHOWN = 20
const WAIT_MS = 150

/** What somebody types to find records, and what it has found. The title of what is chosen already asks for nothing. */
export function useRecordSearch(resource: Resource, chosenTitle?: string) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [asked] = useDebouncedValue(text, WAIT_MS)
  const wanted = asked === chosenTitle ? '' : asked
  const { data, isFetching } = useQuery({ ...listQuery(resource.path, queryFor(resource, wanted)), enabled: isOpen })
  const rows = data?.rows ?? []
  return {
    rows,
    options: rows.map((row) => ({ value: row.id, label: titleOf(resource, row) })),
    isOpen,
    setOpen,
    /** For the field in which it is typed. */
    field: {
      searchable: true,
      filter: <T>({ options }: { options: T }) => options, // the server has chosen them
      searchValue: text,
      onSearchChange: setText,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => setOpen(false),
      nothingFoundMessage: isFetching ? t('common:searching') : t('common:nothingFound'),
    },
  }
}

function queryFor(resource: Resource, text: string): string {
  const fields = ['id', ...titleFieldsOf(resource)].join(',')
  const search = text && resource.isSearchable ? `&search=${encodeURIComponent(text)}` : ''
  return `perPage=${SHOWN}&includeTotal=false&fields=${fields}${search}`
}
