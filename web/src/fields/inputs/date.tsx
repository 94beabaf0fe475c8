import 'dayjs/locale/de'
import { DateInput, DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import i18next from 'i18next'
import { chosenTimeZone } from '../../i18n/format-preferences.ts'
import { instantOf, timeIn } from '../../i18n/zoned-time.ts'
import { DATE_FORMAT, type InputProps } from '../field-kind.ts'
import { clearButton, commonProps } from './common-props.ts'

/** What both calendars are told. Days of the months before and after would be too pale to read. */
const calendar = () => ({
  ...clearButton(),
  locale: i18next.language,
  hideOutsideDates: true,
  ariaLabels: Object.fromEntries(CONTROLS.map((name) => [name, i18next.t(`common:calendar.${name}`)])),
})

const CONTROLS = [
  'monthLevelControl',
  'yearLevelControl',
  'nextMonth',
  'previousMonth',
  'nextYear',
  'previousYear',
  'nextDecade',
  'previousDecade',
]

/** Both sides write a date as `2026-01-31`: no time zone ever touches it. */
export const DateField = (props: InputProps) => (
  <DateInput
    {...commonProps(props)}
    {...calendar()}
    valueFormat={DATE_FORMAT}
    clearable={!props.isRequired && !props.isBare}
    leftSection={props.isBare ? undefined : <IconCalendar size={16} stroke={1.6} aria-hidden />}
    value={(props.value as string | null) ?? null}
    onChange={props.onChange}
  />
)

/** Chosen by the user's clock, sent as a point in time. */
export function InstantField(props: InputProps) {
  const { value, onChange } = props
  const zone = chosenTimeZone()
  return (
    <DateTimePicker
      {...commonProps(props)}
      {...calendar()}
      valueFormat={`${DATE_FORMAT} HH:mm`}
      clearable
      leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      value={value ? timeIn(zone, String(value)) : null}
      onChange={(next) => onChange(next ? instantOf(zone, next) : null)}
    />
  )
}
