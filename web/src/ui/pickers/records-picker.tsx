import { MultiSelect, TextInput } from '@mantine/core'
import type { Resource } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useTitles } from '../use-titles.ts'
import { type PickerProps, useRecordSearch } from './use-record-search.ts'

interface RecordsPickerProps extends PickerProps {
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
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
  const titles = useTitles(resource, value)
  const { options, isOpen, setOpen, field } = useRecordSearch(resource)
  const chosen = value.map((id) => ({ value: id, label: titles.get(id) ?? '…' }))
  return (
    <MultiSelect
      {...props}
      {...field}
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
      data={[...chosen, ...options.filter((one) => !value.includes(one.value))]}
      value={[...value]}
      dropdownOpened={isOpen}
      onChange={(ids) => {
        onChange(ids)
        // Else it would lie over whatever comes next. Typing opens it again.
        setOpen(false)
      }}
    />
  )
}
