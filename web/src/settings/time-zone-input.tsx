import { Select, Text } from '@mantine/core'
import type { InputProps } from '../fields/field-kind.ts'
import { commonProps } from '../fields/inputs/common-props.ts'
import { useFormat } from '../i18n/locale.tsx'

export const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

/** With the time that it is there now: the quickest way to see whether it is the right one. */
export function TimeZoneInput(props: InputProps) {
  const { locale } = useFormat()
  const value = props.value as string | null
  const known = value === null || TIME_ZONES.includes(value) ? TIME_ZONES : [value, ...TIME_ZONES]
  const now = value ? new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: value }).format(new Date()) : ''
  return (
    <Select
      {...commonProps(props)}
      searchable
      allowDeselect={false}
      limit={80}
      data={known.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      value={value}
      onChange={props.onChange}
      rightSectionWidth={now ? 76 : undefined}
      rightSection={
        now ? (
          <Text size="sm" className="numbers">
            {now}
          </Text>
        ) : undefined
      }
      rightSectionPointerEvents="none"
    />
  )
}
