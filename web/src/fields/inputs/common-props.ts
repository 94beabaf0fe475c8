import i18next from 'i18next'
import type { InputProps } from '../field-kind.ts'

/** Help stands below, so that fields side by side stay in line. */
const ORDER = ['label', 'input', 'description', 'error'] as const

/** The common properties of the inputs of the component library. */
export const commonProps = ({
  label,
  isBare,
  description,
  error,
  isRequired,
  isDisabled,
  hasFocus,
  path,
}: InputProps) => ({
  ...(isBare
    ? { 'aria-label': label }
    : { label, description, required: isRequired ?? false, inputWrapperOrder: [...ORDER] }),
  error,
  disabled: isDisabled ?? false,
  'data-path': path,
  ...(hasFocus && { 'data-autofocus': true, autoFocus: true }),
})

/** For inputs that can be emptied by a button. */
export const clearButton = () => ({ clearButtonProps: { 'aria-label': i18next.t('common:clear') } })
