import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../api/me.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { type DateSettings, exampleDate, isFarFrom, parseDate } from '../../i18n/parse-date.ts'
import { useSettle } from '../../ui/settle.ts'
import type { InputProps } from '../field-kind.ts'

/** A date while it is typed: read when the user leaves the field, presses Enter or saves; what is no date stays as it is. */
export function useDateEntry(props: InputProps, isFilter: boolean) {
  const format = useFormat()
  const today = useToday()
  const settings = { locale: format.locale, today }
  const text = useTypedDate(props, settings)
  const { current, typed, isRefused, isOpen } = text
  const start = useRef(current)
  /** The date far away that the user was asked about. */
  const [asked, setAsked] = useState<string>()
  const isUnexpected = (date: string) => date !== start.current && isFarFrom(today, date)

  const ref = useSettle(() =>
    flushSync(() => {
      text.setOpen(false)
      const date = text.commit()
      if (date === undefined) return false
      if (date === null || isFilter || !isUnexpected(date) || asked === date) return true
      setAsked(date)
      return false
    }),
  )

  const messages = useMessages({ ...settings, typed, current, isRefused, isAsked: asked === current, isUnexpected })
  // What the server says of a date counts for more than that it is far away.
  const found = isRefused ? messages.refusal : (props.error ?? messages.refusal)
  return {
    entry: { isOpen, today, date: (typed === undefined ? current : parseDate(typed, settings)) ?? undefined },
    error: found,
    hint: found === undefined ? messages.hint : undefined,
    choose: text.choose,
    inputProps: {
      ref,
      value: typed ?? (current === null ? '' : format.date(current)),
      ...eventsOf(text, found !== undefined),
      'data-mantine-stop-propagation': isOpen || undefined,
    },
  }
}

/** The text of the field, and whether its calendar is open. */
function useTypedDate({ value, onChange, isRequired }: InputProps, settings: DateSettings) {
  const current = (value as string | null) ?? null
  /** Undefined: nothing was typed since the value was set. */
  const [typed, setTyped] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const [isOpen, setOpen] = useState(false)

  /** Undefined: the text is no date. */
  function readTyped(): string | null | undefined {
    if (typed === undefined) return current
    if (typed.trim() === '') return isRequired && current !== null ? undefined : null
    return parseDate(typed, settings)
  }

  return {
    current,
    typed,
    isRefused,
    isOpen,
    setOpen,
    type(text: string) {
      setTyped(text)
      setRefused(false)
      setOpen(true)
    },
    commit(): string | null | undefined {
      const date = readTyped()
      setRefused(date === undefined)
      if (typed !== undefined && date !== undefined) {
        setTyped(undefined)
        if (date !== current) onChange(date)
      }
      return date
    },
    choose(date: string | null) {
      setTyped(undefined)
      setRefused(false)
      setOpen(false)
      onChange(date)
    },
  }
}

const eventsOf = ({ type, commit, isOpen, setOpen }: ReturnType<typeof useTypedDate>, hasMessage: boolean) => ({
  onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
  onFocus(event: { currentTarget: HTMLInputElement }) {
    event.currentTarget.select()
    if (!hasMessage) setOpen(true) // the calendar would cover the message
  },
  onClick: () => setOpen(true),
  onBlur() {
    setOpen(false)
    commit()
  },
  onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      setOpen(false)
      commit()
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    }
  },
})

interface Entry extends DateSettings {
  readonly typed: string | undefined
  readonly current: string | null
  readonly isRefused: boolean
  readonly isAsked: boolean
  readonly isUnexpected: (date: string) => boolean
}

/** What is wrong with the text, or strange about the date. */
function useMessages({ typed, current, isRefused, isAsked, isUnexpected, ...settings }: Entry) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = typed?.trim()
  const example = exampleDate(settings)
  if (isRefused)
    return { refusal: text ? t('common:date.invalid', { text, example }) : t('common:date.empty', { example }) }
  if (current === null || typed !== undefined || !isUnexpected(current)) return {}
  const date = format.longDate(current)
  return isAsked ? { refusal: t('common:date.farConfirm', { date }) } : { hint: t('common:date.far', { date }) }
}
