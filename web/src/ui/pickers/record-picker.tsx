import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Narrowing } from '../../api/find-records.ts'
import type { Resource, Row } from '../../api/resources.ts'
import { titleQuery } from '../../api/titles.ts'
import { useResource } from '../../api/use-resources.tsx'
import { ChoiceField, useSearch } from './choice-field.tsx'
import { type PickerProps, type RecordOption, useRecordChoices } from './record-choices.ts'

interface RecordPickerProps extends PickerProps {
  readonly value: string | null
  readonly onChange: (id: string | null, row?: Row) => void
  readonly isClearable?: boolean
  readonly placeholder?: string
  readonly narrowing?: Narrowing
  readonly className?: string
}

/** Finds a record by typing some of its name or number. */
export function RecordPicker({ resource: name, ...props }: RecordPickerProps) {
  const resource = useResource(name)
  // A user who may not look them up can still give an id.
  if (!resource) {
    const { isClearable: _, narrowing: __, value, onChange, ...rest } = props
    return (
      <TextInput
        {...rest}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      />
    )
  }
  return <Picker resource={resource} {...props} />
}

function Picker({
  resource,
  value,
  onChange,
  narrowing,
  ...props
}: Omit<RecordPickerProps, 'resource'> & { resource: Resource }) {
  const client = useQueryClient()
  const search = useSearch()
  const { data: title } = useQuery({ ...titleQuery(resource, value ?? ''), enabled: value !== null })
  const choose = (option: RecordOption | undefined) => {
    if (option) client.setQueryData(titleQuery(resource, option.id).queryKey, option.label)
    onChange(option?.id ?? null, option?.row)
  }
  return (
    <ChoiceField
      {...props}
      search={search}
      choices={useRecordChoices(resource, search.typed ?? '', search.isOpen, narrowing)}
      chosen={value === null ? undefined : { id: value, label: title ?? '…' }}
      onChoose={(option) => choose(option as RecordOption | undefined)}
    />
  )
}
