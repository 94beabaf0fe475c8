import type { InputProps } from '../fields/field-kind.ts'
import { commonProps } from '../fields/inputs/common-props.ts'
import { useFormat } from '../i18n/locale.tsx'
import { SearchSelect } from '../ui/pickers/search-select.tsx'

export const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

const ASIDE_WIDTH = 76

/** With the time that it is there now: the quickest way to see whether it is the right one. */
export function TimeZoneInput(props: InputProps) {
  const { locale } = useFormat()
  const value = props.value as string | null
  const known = value === null || TIME_ZONES.includes(value) ? TIME_ZONES : [value, ...TIME_ZONES]
  const now = value ? new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: value }).format(new Date()) : ''
  return (
    <SearchSelect
      {...commonProps(props)}
      options={known.map((name) => ({ id: name, label: name.replaceAll('_', ' ') }))}
      value={value}
      onChange={props.onChange}
      aside={now ? { text: now, width: ASIDE_WIDTH } : undefined}
    />
  )
}
