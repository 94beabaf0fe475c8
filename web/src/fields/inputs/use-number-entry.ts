import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/locale.tsx'
import { exampleNumber, parseNumber } from '../../i18n/parse-number.ts'
import { useSettle } from '../../ui/settle.ts'

const DECIMALS_MAX = 4

interface NumberEntryOptions {
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** What the server says of it. */
  readonly error?: string | undefined
  readonly isWhole?: boolean
  readonly canBeNegative?: boolean
  /** So many at least while the field is not in use: a price is written 19.90. */
  readonly decimals?: number
  readonly suffix?: string | undefined
}

/** What the user typed, as long as it stands for the value of the form. */
interface Entry {
  readonly text: string
  readonly value: number | null
  readonly isRefused?: boolean
}

/**
 * A number while it is typed. The text stays as it is until the user leaves the field, presses Enter or saves; totals follow
 * every readable text. What is no number stays in the field with a message, and the form is not saved.
 */
export function useNumberEntry(options: NumberEntryOptions) {
  const { value, onChange, error, decimals = 0, suffix = '' } = options
  const { locale } = useFormat()
  const [kept, setEntry] = useState<Entry>()
  // A value that comes from elsewhere, such as the price of another item, replaces what was typed.
  const entry = kept && Object.is(kept.value, value) ? kept : undefined
  const { read, faultOf } = useReading(options)

  function type(text: string): void {
    const next = read(text) ?? null
    setEntry({ text, value: next })
    onChange(next)
  }

  /** False: the text is not a number that the field can have. */
  function commit(): boolean {
    if (entry === undefined) return true
    const isReadable = read(entry.text) !== undefined
    setEntry(isReadable ? undefined : { ...entry, isRefused: true })
    return isReadable
  }

  const ref = useSettle(() => flushSync(commit))
  const shown = value === null ? '' : `${written(value, locale, { decimals })}${suffix}`
  return {
    ref,
    value: entry?.text ?? shown,
    error: entry?.isRefused ? faultOf(entry.text) : error,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
    // Captured: the handler of a parent would run with a delay, when the first key may have been typed already.
    onFocusCapture(event: FocusEvent<HTMLInputElement>) {
      // Without groups a digit can be added or removed anywhere.
      const text = value === null ? '' : written(value, locale, { decimals, useGrouping: false })
      if (entry === undefined && text !== shown) flushSync(() => setEntry({ text, value }))
      event.currentTarget.select()
    },
    onBlur: () => void commit(),
    onKeyDown(event: KeyboardEvent) {
      // The form would go on to the next line, or be sent.
      if (event.key === 'Enter' && !commit()) event.preventDefault()
    },
  }
}

/** What a text means, and why it means nothing. */
function useReading({ isWhole = false, canBeNegative = true }: NumberEntryOptions) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const places = isWhole ? 0 : DECIMALS_MAX

  /** Undefined: nothing that the field can have. */
  function read(text: string): number | null | undefined {
    if (text.trim() === '') return null
    const number = parseNumber(text, locale)
    return number === undefined || (number < 0 && !canBeNegative) || hasMore(number, places) ? undefined : number
  }

  function faultOf(text: string): string {
    const number = parseNumber(text, locale)
    const example = exampleNumber(locale, isWhole)
    if (number === undefined) return t('common:number.invalid', { text: text.trim(), example })
    if (number < 0 && !canBeNegative) return t('common:number.negative')
    return isWhole ? t('common:number.whole', { example }) : t('common:number.decimals', { count: places })
  }

  return { read, faultOf }
}

const hasMore = (number: number, places: number) => Number(number.toFixed(places)) !== number

function written(value: number, locale: string, how: { decimals: number; useGrouping?: boolean }): string {
  const { decimals, useGrouping = true } = how
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: DECIMALS_MAX,
    useGrouping,
  }).format(value)
}
