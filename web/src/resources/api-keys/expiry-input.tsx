import { Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'
import { InstantField } from '../../fields/inputs/instant.tsx'
import { useFormat } from '../../i18n/locale.tsx'

const DAY_MS = 86_400_000
/** The server allows a year by its own clock, which may be a little behind ours. */
const ALLOWANCE_MS = 3_600_000
const USUAL_DAYS = 90
const DAYS = [7, 30, USUAL_DAYS, 180, 365] as const
const OTHER = 'other'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS - ALLOWANCE_MS).toISOString()

/** Offers common lifetimes; an exact day can be chosen too. */
export function ExpiryInput(props: InputProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [choice, choose] = useState(props.isNew ? String(USUAL_DAYS) : OTHER)
  const isOther = choice === OTHER
  const date = isOther ? '' : format.day(inDays(Number(choice)))
  const { 'data-path': dataPath, ...common } = commonProps(props)
  return (
    <Stack gap="xs">
      <Select
        {...common}
        label={t('access:keys.expiry')}
        {...(!isOther && { 'data-path': dataPath })}
        error={isOther ? undefined : props.error}
        description={isOther ? undefined : t('access:keys.expiresOn', { date })}
        allowDeselect={false}
        data={[
          ...DAYS.map((days) => ({ value: String(days), label: t('access:keys.days', { count: days }) })),
          { value: OTHER, label: t('access:keys.otherDay') },
        ]}
        value={choice}
        onChange={(next) => {
          choose(next!)
          if (next !== OTHER) props.onChange(Number(next) === USUAL_DAYS && props.isNew ? null : inDays(Number(next)))
        }}
      />
      {isOther && <InstantField {...props} description={undefined} />}
    </Stack>
  )
}
