import type { ComponentType } from 'react'
import { fieldOf, type Resource } from '../../../api/resources.ts'
import { FieldInput } from '../../../fields/field.tsx'
import type { InputProps } from '../../../fields/field-kind.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { Values } from '../../../screens/form/form-values.ts'
import type { SettingsForm } from '../../use-settings-form.ts'
import { ColourInput } from './colour-input.tsx'
import { FooterInput } from './footer-input.tsx'

const GROUP = 'letterhead'

const INPUTS: Readonly<Record<string, ComponentType<InputProps>>> = {
  accentColour: ColourInput,
  footerLines: FooterInput,
}

interface LetterheadFieldProps {
  readonly resource: Resource
  readonly form: SettingsForm
  readonly name: string
  readonly isDisabled: boolean
}

/** One part of the letterhead; a part that the role does not see is not there. */
export function LetterheadField({ resource, form, name, isDisabled }: LetterheadFieldProps) {
  const labels = useLabels()
  const field = fieldOf(resource, GROUP)?.fields?.find((part) => part.name === name)
  if (!field) return null
  const path = `${GROUP}.${name}`
  const values = (form.values[GROUP] ?? {}) as Values
  return (
    <FieldInput
      field={field}
      path={path}
      resource={resource.name}
      label={labels.field(resource.name, path)}
      description={labels.help(resource.name, path, field.description)}
      value={values[name] ?? null}
      onChange={(value) => form.set(GROUP, { ...values, [name]: value })}
      error={form.errors[path]}
      errors={form.errors}
      isDisabled={isDisabled}
      custom={INPUTS[name]}
    />
  )
}
