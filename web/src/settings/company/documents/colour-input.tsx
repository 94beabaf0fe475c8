import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../../../fields/field-kind.ts'
import { commonProps } from '../../../fields/inputs/common-props.ts'
import classes from './documents.module.css'

const NONE = '#3b4cb8'
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** A colour that is typed, or chosen in the window of the browser. */
export function ColourInput(props: InputProps) {
  const { t } = useTranslation()
  const { value, onChange, isDisabled } = props
  const text = String(value ?? '')
  const swatch = (
    <input
      type="color"
      className={classes.swatch}
      aria-label={t('administration:documents.chooseColour')}
      value={isColour(text) ? text : NONE}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  return (
    <TextInput
      {...commonProps(props)}
      value={text}
      placeholder={NONE}
      autoComplete="off"
      leftSection={swatch}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
