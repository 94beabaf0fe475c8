import type { ComponentType } from 'react'
import { fieldOf, type Resource } from '../api/resources.ts'
import { FieldInput } from '../fields/field.tsx'
import type { InputProps } from '../fields/field-kind.ts'
import { commonProps } from '../fields/inputs/common-props.ts'
import { useFormat, useLabels } from '../i18n/locale.tsx'
import { SearchSelect } from '../ui/pickers/search-select.tsx'
import { TimeZoneInput } from './time-zone-input.tsx'
import type { SettingsForm } from './use-settings-form.ts'

interface SettingsFieldProps {
  readonly resource: Resource
  readonly form: SettingsForm
  /** Of a field, or of a part of a group: `address.country`. */
  readonly name: string
  /** Parts of the group that stand elsewhere. */
  readonly without?: readonly string[]
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
export function SettingsField({ resource, form, name, without, hasFocus, isDisabled, help }: SettingsFieldProps) {
  const labels = useLabels()
  const found = fieldOf(resource, name)
  if (!found) return null
  const field = without
    ? { ...found, fields: found.fields?.filter((part) => !without.includes(part.name)) ?? [] }
    : found
  const [owner = name, part] = name.split('.')
  const group = (form.values[owner] ?? {}) as Readonly<Record<string, unknown>>
  return (
    <FieldInput
      field={field}
      path={name}
      resource={resource.name}
      label={labels.field(resource.name, name)}
      description={help === undefined ? labels.help(resource.name, name, field.description) : (help ?? undefined)}
      value={part ? (group[part] ?? null) : form.values[name]}
      onChange={(value) => form.set(owner, part ? { ...group, [part]: value } : value)}
      error={form.errors[name]}
      errors={form.errors}
      isRequired={field.isRequired ?? false}
      isDisabled={isDisabled || field.isReadOnly}
      hasFocus={hasFocus}
      custom={INPUTS[name]}
    />
  )
}

const CODES = Intl.supportedValuesOf('currency')

function CurrencyInput(props: InputProps) {
  const { language } = useFormat()
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <SearchSelect
      {...commonProps(props)}
      options={CODES.map((code) => ({ id: code, label: `${code} · ${names.of(code) ?? code}` }))}
      value={props.value as string | null}
      onChange={props.onChange}
    />
  )
}
