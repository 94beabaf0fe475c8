import type { InputProps } from '../../fields/field-kind.ts'
import { NumberField } from '../../fields/inputs/number.tsx'

/** Means nothing as long as the role requires no second factor. */
export const GraceInput = (props: InputProps) => (
  <NumberField {...props} isDisabled={props.values?.requiresSecondFactor !== true} />
)
