import 'dayjs/locale/de'
import { DateInput, DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import i18next from 'i18next'
import { DATE_FORMAT, type InputProps } from '../field-kind.ts'
import { clearButton, commonProps } from './common-props.ts'

/** Both sides write a date as `2026-01-31`: no time zone ever touches it. */
export const DateField = (props: InputProps) => (
  <DateInput
    {...commonProps(props)}
    {...clearButton()}
    locale={i18next.language}
    valueFormat={DATE_FORMAT}
    clearable={!props.isRequired && !props.isBare}
    leftSection={props.isBare ? undefined : <IconCalendar size={16} stroke={1.6} aria-hidden />}
    value={(props.value as string | null) ?? null}
    onChange={props.onChange}
  />
)

/** Chosen in local time, sent as a point in time. */
export function InstantField(props: InputProps) {
  const { value, onChange } = props
  return (
    <DateTimePicker
      {...commonProps(props)}
      {...clearButton()}
      locale={i18next.language}
      valueFormat={`${DATE_FORMAT} HH:mm`}
      clearable
      leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      value={value ? localTime(String(value)) : null}
      onChange={(next) => onChange(next ? new Date(next.replace(' ', 'T')).toISOString() : null)}
    />
  )
}

function localTime(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}
