import { Group, Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Resource, Row } from '../../api/resources.ts'
import { titleFieldsOf, titleQuery } from '../../api/titles.ts'
import { useResource } from '../../api/use-resources.tsx'
import { type PickerProps, useRecordSearch } from './use-record-search.ts'

interface RecordPickerProps extends PickerProps {
  readonly value: string | null
  readonly onChange: (id: string | null, row?: Row) => void
  readonly isClearable?: boolean
  readonly placeholder?: string
  readonly className?: string
}

/** Finds a record by typing some of its name or number. */
export function RecordPicker({ resource: name, ...props }: RecordPickerProps) {
  const resource = useResource(name)
  // Whoever may not look them up can still give an id.
  if (!resource) {
    const { isClearable: _, value, onChange, ...rest } = props
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
  isClearable,
  ...props
}: Omit<RecordPickerProps, 'resource'> & { resource: Resource }) {
  const { t } = useTranslation()
  const { data: title } = useQuery({ ...titleQuery(resource, value ?? ''), enabled: value !== null })
  const { rows, options, field } = useRecordSearch(resource, title)
  const chosen = value !== null && !rows.some(({ id }) => id === value) ? [{ value, label: title ?? '…' }] : []
  return (
    <Select
      {...props}
      {...field}
      clearable={isClearable ?? false}
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      data={[...chosen, ...options]}
      value={value}
      onChange={(id) =>
        onChange(
          id,
          rows.find((row) => row.id === id),
        )
      }
      renderOption={({ option }) => <Choice label={option.label} code={codeOf(resource, rows, option.value)} />}
    />
  )
}

/** What tells two of the same name apart. */
function codeOf(resource: Resource, rows: readonly Row[], id: string): string | undefined {
  const row = rows.find((one) => one.id === id)
  const [, second] = titleFieldsOf(resource)
  return row && second ? (row[second] as string | undefined) : undefined
}

const Choice = ({ label, code }: { label: string; code: string | undefined }) => (
  <Group justify="space-between" wrap="nowrap" w="100%">
    <Text size="sm" truncate>
      {label}
    </Text>
    {code && code !== label && (
      <Text size="xs" c="dimmed">
        {code}
      </Text>
    )}
  </Group>
)
