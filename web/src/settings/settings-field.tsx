import type { ComponentType } from 'react'
import { fieldOf, type Resource } from '../api/resources.ts'
import { FieldInput } from '../fields/field.tsx'
import type { InputProps } from '../fields/field-kind.ts'
import { useLabels } from '../i18n/locale.tsx'
import { CurrencyInput } from './currency-input.tsx'
import { TimeZoneInput } from './time-zone-input.tsx'
import type { SettingsForm } from './use-settings-form.ts'

interface SettingsFieldProps {
  readonly resource: Resource
  readonly form: SettingsForm
  readonly name: string
  readonly hasFocus?: boolean
  readonly isDisabled?: boolean
  /** Instead of what the server says of it; null: nothing. */
  readonly help?: string | null
}

const INPUTS: Readonly<Record<string, ComponentType<InputProps>>> = {
  currency: CurrencyInput,
  timeZone: TimeZoneInput,
}

/** One setting; a field that the role does not see is not there. */
export function SettingsField({ resource, form, name, hasFocus, isDisabled, help }: SettingsFieldProps) {
  const labels = useLabels()
  const field = fieldOf(resource, name)
  if (!field) return null
  return (
    <FieldInput
      field={field}
      path={name}
      resource={resource.name}
      label={labels.field(resource.name, name)}
      description={help === undefined ? labels.help(resource.name, name, field.description) : (help ?? undefined)}
      value={form.values[name]}
      onChange={(value) => form.set(name, value)}
      error={form.errors[name]}
      errors={form.errors}
      isRequired={field.isRequired ?? false}
      isDisabled={isDisabled || field.isReadOnly}
      hasFocus={hasFocus}
      custom={INPUTS[name]}
    />
  )
}
