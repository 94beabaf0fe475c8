import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput } from '@mantine/core'
import { useFormat } from '../../i18n/locale.tsx'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

const DECIMALS = 4

/** How a locale writes the two signs of a number. */
export function separatorsOf(locale: string): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234.5)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value
  return { thousandSeparator: sign('group') ?? ' ', decimalSeparator: sign('decimal') ?? '.' }
}

/** Typed as the user's language writes it, kept as a number. */
export function NumberField(props: InputProps) {
  const { field, value, onChange } = props
  const { locale } = useFormat()
  return (
    <NumberInput
      {...commonProps(props)}
      {...separatorsOf(locale)}
      value={(value as number | null) ?? ''}
      onChange={(next) => onChange(numberIn(next))}
      decimalScale={field.kind === 'integer' ? 0 : DECIMALS}
      suffix={field.kind === 'percent' ? ' %' : undefined}
      min={field.min}
      max={field.max}
      clampBehavior="none"
      hideControls
      // Not `onFocus`: that is called with a delay, when the first key may have been typed already.
      onFocusCapture={(event) => event.currentTarget.select()}
      classNames={{ input: 'numbers' }}
      styles={props.isBare ? { input: { textAlign: 'right' } } : {}}
    />
  )
}

/** A minus sign alone is no number yet. */
export function numberIn(typed: string | number): number | null {
  const number = Number(typed)
  return typed === '' || Number.isNaN(number) ? null : number
}
