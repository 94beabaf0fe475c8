import { CloseButton, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../field-kind.ts'
import { calendar } from './calendar.ts'
import { commonProps } from './common-props.ts'
import { useDateEntry } from './use-date-entry.ts'

interface DateFieldProps extends InputProps {
  /** A filter only reads: it may go back for years without being asked. It stands in a popover. */
  readonly isFilter?: boolean
}

/** A date, typed in the user's format or chosen in a calendar. Kept as `2026-01-31`: no time zone ever touches it. */
export function DateField(props: DateFieldProps) {
  const { t } = useTranslation()
  const { isBare, isFilter = false, isRequired, isDisabled } = props
  const { entry, hint, error, inputProps, choose } = useDateEntry(props, isFilter)
  const isClearable = !isRequired && !isBare && !isDisabled && inputProps.value !== ''
  return (
    // A click into a portal would count as one outside of the popover of the filter, and close it.
    <Popover opened={entry.isOpen} position="bottom-start" withRoles={false} withinPortal={!isFilter}>
      <Popover.Target>
        <TextInput
          {...commonProps(props)}
          {...(hint && { description: hint })}
          {...inputProps}
          error={error}
          autoComplete="off"
          leftSection={isBare || isFilter ? undefined : <IconCalendar size={16} stroke={1.6} aria-hidden />}
          leftSectionWidth={32}
          rightSectionWidth={28}
          rightSection={
            isClearable && (
              <CloseButton size="sm" tabIndex={-1} aria-label={t('common:clear')} onClick={() => choose(null)} />
            )
          }
        />
      </Popover.Target>
      {/* The focus stays in the field. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <DatePicker
          key={entry.date}
          {...calendar()}
          defaultDate={entry.date ?? entry.today}
          value={entry.date ?? null}
          onChange={choose}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
