import { useState } from 'react'
import { fieldOf, type Resource } from '../../api/resources.ts'
import { FieldInput } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { Values } from '../form/form-values.ts'

interface AskedInputsProps {
  readonly resource: Resource
  readonly names: readonly string[]
  readonly onChange: (values: Values) => void
}

/** What is entered with a step, in the question before it. */
export function AskedInputs({ resource, names, onChange }: AskedInputsProps) {
  const labels = useLabels()
  const [values, setValues] = useState<Values>({})
  function change(name: string, value: unknown): void {
    const after = { ...values, [name]: value }
    setValues(after)
    onChange(after)
  }
  return names.map((name, index) => (
    <FieldInput
      key={name}
      field={fieldOf(resource, name)!}
      path={name}
      resource={resource.name}
      label={labels.field(resource.name, name)}
      value={values[name] ?? null}
      onChange={(value) => change(name, value)}
      hasFocus={index === 0}
    />
  ))
}
