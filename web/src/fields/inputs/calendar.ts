import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import i18next from 'i18next'

/** The arrows; what leads to months and years is called as it reads. */
const CONTROLS = ['nextMonth', 'previousMonth', 'nextYear', 'previousYear', 'nextDecade', 'previousDecade']

/** The common properties of calendars. Days of adjacent months would be too pale to read. */
export const calendar = () => ({
  locale: i18next.language,
  hideOutsideDates: true,
  ariaLabels: Object.fromEntries(CONTROLS.map((name) => [name, i18next.t(`common:calendar.${name}`)])),
})
