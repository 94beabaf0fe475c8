import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { numberIn, separatorsOf } from '../../../fields/inputs/number.tsx'
import { useFormat } from '../../../i18n/locale.tsx'
import classes from './lines.module.css'

const DECIMALS = 4

interface NumberCellProps {
  readonly label: string
  readonly cell: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly error: string | undefined
  readonly isDisabled: boolean
  /** So many at least, once it is left: an amount is written 19.90. */
  readonly decimals?: number
  readonly suffix?: string | undefined
}

export function NumberCell({ label, cell, value, onChange, error, isDisabled, decimals = 0, suffix }: NumberCellProps) {
  const { locale } = useFormat()
  // The text is left alone while the user types: setting a value would lose the selection.
  const [isTyping, setTyping] = useState(false)
  return (
    <NumberInput
      {...separatorsOf(locale)}
      aria-label={label}
      data-cell={cell}
      variant="unstyled"
      classNames={{ input: classes.number, error: classes.error }}
      value={value === null ? '' : isTyping ? value : written(value, decimals)}
      onChange={(next) => {
        setTyping(true)
        onChange(numberIn(next))
      }}
      onBlur={() => setTyping(false)}
      decimalScale={DECIMALS}
      suffix={suffix}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      withKeyboardEvents={false}
      disabled={isDisabled}
      error={error}
    />
  )
}

function written(value: number, decimals: number): string {
  const [, fraction = ''] = String(value).split('.')
  return value.toFixed(Math.max(decimals, Math.min(fraction.length, DECIMALS)))
}
