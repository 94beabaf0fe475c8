import '@mantine/core/styles/Switch.layer.css'
import { Checkbox, Switch } from '@mantine/core'
import type { InputProps } from '../field-kind.ts'

export function FlagInput({ value, onChange, label, isBare, description, error, isDisabled, path }: InputProps) {
  const shared = {
    checked: value === true,
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange(event.currentTarget.checked),
    disabled: isDisabled ?? false,
    error,
    'data-path': path,
  }
  return isBare ? (
    <Checkbox {...shared} aria-label={label} />
  ) : (
    <Switch {...shared} label={label} description={description} />
  )
}
