import { DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { chosenTimeZone } from '../../i18n/format-preferences.ts'
import { instantOf, timeIn } from '../../i18n/zoned-time.ts'
import type { InputProps } from '../field-kind.ts'
import { calendar } from './calendar.ts'
import { clearButton, commonProps } from './common-props.ts'

/** Chosen by the user's clock in a calendar, sent as a point in time. */
export function InstantField(props: InputProps) {
  const { value, onChange } = props
  const zone = chosenTimeZone()
  return (
    <DateTimePicker
      {...commonProps(props)}
      {...clearButton()}
      {...calendar()}
      valueFormat="DD MMM YYYY HH:mm"
      clearable
      leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      value={value ? timeIn(zone, String(value)) : null}
      onChange={(next) => onChange(next ? instantOf(zone, next) : null)}
    />
  )
}
