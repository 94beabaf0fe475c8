import { MultiSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listQuery } from '../api/records.ts'
import type { Resource } from '../api/resources.ts'
import { titleOf } from '../api/titles.ts'
import { useResource } from '../api/use-resources.tsx'
import { queryFor } from './record-picker.tsx'
import { useTitles } from './use-titles.ts'

const WAIT_MS = 150

interface RecordsPickerProps {
  readonly resource: string
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly label?: string
  readonly 'aria-label'?: string
  readonly description?: string
  readonly error?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

/** Finds several records, each by typing some of its name or number. */
export function RecordsPicker({ resource: name, ...props }: RecordsPickerProps) {
  const resource = useResource(name)
  if (resource) return <Picker resource={resource} {...props} />
  // Whoever may not look them up can still give ids.
  const { value, onChange, ...rest } = props
  const idsIn = (text: string) => text.split(/[\s,]+/).filter((id) => id !== '')
  return (
    <TextInput
      {...rest}
      defaultValue={value.join(', ')}
      onChange={({ currentTarget }) => onChange(idsIn(currentTarget.value))}
    />
  )
}

function Picker({
  resource,
  value,
  onChange,
  ...props
}: Omit<RecordsPickerProps, 'resource'> & { resource: Resource }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [asked] = useDebouncedValue(text, WAIT_MS)
  const titles = useTitles(resource, value)
  const { data, isFetching } = useQuery({ ...listQuery(resource.path, queryFor(resource, asked)), enabled: isOpen })
  const found = (data?.rows ?? []).map((row) => ({ value: row.id, label: titleOf(resource, row) }))
  const chosen = value.map((id) => ({ value: id, label: titles.get(id) ?? '…' }))
  return (
    <MultiSelect
      {...props}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
      data={[...chosen, ...found.filter((one) => !value.includes(one.value))]}
      filter={({ options }) => options}
      value={[...value]}
      searchValue={text}
      onSearchChange={setText}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={isFetching ? t('common:searching') : t('common:nothingFound')}
      onChange={(ids) => {
        onChange(ids)
        // Else it would lie over whatever comes next. Typing opens it again.
        setOpen(false)
      }}
    />
  )
}
