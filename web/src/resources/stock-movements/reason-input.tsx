import type { InputProps } from '../../fields/field-kind.ts'
import { ChoiceInput } from '../../fields/inputs/choice.tsx'

/** Deliveries write their own movements. */
export function ReasonInput(props: InputProps) {
  const choices = (props.field.choices ?? []).filter((choice) => !choice.startsWith('delivery'))
  return <ChoiceInput {...props} field={{ ...props.field, choices }} />
}
