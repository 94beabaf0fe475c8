import '@mantine/core/styles/Fieldset.layer.css'
import { Fieldset, Input, SimpleGrid } from '@mantine/core'
import { useLabels } from '../../i18n/locale.tsx'
import { FieldInput } from '../field.tsx'
import type { InputProps } from '../field-kind.ts'

type Values = Readonly<Record<string, unknown>>

export function GroupInput({
  field,
  value,
  onChange,
  label,
  description,
  path,
  errors = {},
  isDisabled,
  resource,
}: InputProps) {
  const labels = useLabels()
  const values = (value ?? {}) as Values
  return (
    <Fieldset legend={label} disabled={isDisabled ?? false}>
      {description && <Input.Description mb="xs">{description}</Input.Description>}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(field.fields ?? [])
          .filter((part) => !part.isReadOnly)
          .map((part) => (
            <FieldInput
              key={part.name}
              field={part}
              path={`${path}.${part.name}`}
              label={labels.field(resource, `${path}.${part.name}`)}
              value={values[part.name] ?? null}
              onChange={(next) => onChange({ ...values, [part.name]: next })}
              error={errors[`${path}.${part.name}`]}
              errors={errors}
              isRequired={part.isRequired}
              isDisabled={isDisabled}
              resource={resource}
            />
          ))}
      </SimpleGrid>
    </Fieldset>
  )
}
