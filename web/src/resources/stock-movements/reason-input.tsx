import type { InputProps } from '../../fields/field-kind.ts'
import { ChoiceInput } from '../../fields/inputs/choice.tsx'

/** Documents write their own movements. */
const BY_DOCUMENTS = /^delivery$|_cancelled$/

export function ReasonInput(props: InputProps) {
  const choices = (props.field.choices ?? []).filter((choice) => !BY_DOCUMENTS.test(choice))
  return <ChoiceInput {...props} field={{ ...props.field, choices }} />
}
