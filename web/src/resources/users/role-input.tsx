import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useResource } from '../../api/use-resources.tsx'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'
import { SearchSelect } from '../../ui/pickers/search-select.tsx'
import { rolesQuery } from '../shared/roles-query.ts'

/** One of the roles; a user who may not look them up gives the name. */
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
    <SearchSelect
      {...commonProps(props)}
      options={roles.map(({ name, description }) => ({ id: name, label: name, hint: description ?? undefined }))}
      value={(value as string | null) ?? null}
      onChange={onChange}
    />
  )
}
