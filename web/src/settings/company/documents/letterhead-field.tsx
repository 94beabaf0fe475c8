import { Textarea } from '@mantine/core'
import type { ComponentType } from 'react'
import { fieldOf, type Resource } from '../../../api/resources.ts'
import { FieldInput } from '../../../fields/field.tsx'
import type { InputProps } from '../../../fields/field-kind.ts'
import { commonProps } from '../../../fields/inputs/common-props.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { Values } from '../../../screens/form/form-values.ts'
import type { SettingsForm } from '../../use-settings-form.ts'
import { ColourInput } from './colour-input.tsx'

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

/** The lines at the foot of the page, one below the other as they are printed. Empty lines are not sent. */
function FooterInput(props: InputProps) {
  const { value, onChange, errors = {}, path, error } = props
  const lines = (value as readonly string[] | null) ?? []
  const inLine = Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1]
  return (
    <Textarea
      {...commonProps({ ...props, error: error ?? inLine })}
      autosize
      minRows={2}
      defaultValue={lines.join('\n')}
      onChange={(event) => {
        const texts = event.currentTarget.value.split('\n').map((line) => line.trim())
        onChange(texts.filter((line) => line !== ''))
      }}
    />
  )
}
