import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useResource } from '../../api/use-resources.tsx'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'
import { rolesQuery } from '../shared/roles-query.ts'

/** One of the roles that there are; whoever may not look them up gives the name. */
export function RoleInput(props: InputProps) {
  const isKnown = useResource('roles') !== undefined
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: isKnown })
  const { value, onChange } = props
  if (!isKnown) {
    return (
      <TextInput
        {...commonProps(props)}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    )
  }
  return (
    <Select
      {...commonProps(props)}
      data={roles.map(({ name }) => name)}
      allowDeselect={false}
      searchable
      value={(value as string | null) ?? null}
      onChange={onChange}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm">{option.value}</Text>
          <Text size="xs" c="dimmed">
            {roles.find(({ name }) => name === option.value)?.description}
          </Text>
        </Stack>
      )}
    />
  )
}
