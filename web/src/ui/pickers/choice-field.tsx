import { CloseButton, Combobox, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from './options.ts'
import { SearchDropdown } from './search-dropdown.tsx'
import type { Choices } from './use-choices.ts'
import { useSearchField } from './use-search-field.ts'

/** What was typed into a field and not been chosen yet, and whether its list is open. */
export interface Search {
  readonly typed: string | undefined
  readonly setTyped: (text: string | undefined) => void
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

export function useSearch(): Search {
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  return { typed, setTyped, isOpen, setOpen }
}

/** The message for a text that matches nothing. */
export function useMiss({ typed }: Search): { readonly miss: (text: string) => void; readonly message?: string } {
  const { t } = useTranslation()
  const [missed, miss] = useState<string>()
  const isMissed = missed !== undefined && missed === typed
  return { miss, ...(isMissed && { message: t('common:noMatch', { text: missed.trim() }) }) }
}

export interface ChoiceFieldProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'rightSection' | 'rightSectionWidth' | 'ref'> {
  readonly isClearable?: boolean | undefined
  /** At the right end, instead of the arrow. */
  readonly aside?: { readonly text: string; readonly width: number } | undefined
}

interface Chosen {
  readonly search: Search
  readonly choices: Choices<Option>
  readonly chosen: Option | undefined
  /** Undefined: nothing is to be chosen. */
  readonly onChoose: (option: Option | undefined) => void
}

/** A field in which one option is found by typing. */
export function ChoiceField({
  search,
  choices,
  chosen,
  onChoose,
  isClearable = false,
  aside,
  error,
  ...passed
}: ChoiceFieldProps & Chosen) {
  const { t } = useTranslation()
  const { miss, message } = useMiss(search)
  const { typed, setTyped, isOpen, setOpen } = search
  const { list, inputProps } = useSearchField<Option>({
    ...{ choices, isOpen, setOpen, typed },
    chosen: chosen?.label ?? '',
    chosenId: chosen?.id ?? null,
    onType: setTyped,
    onPick: (option) => option.id !== chosen?.id && onChoose(option),
    onMiss: miss,
    onEmpty: isClearable ? () => onChoose(undefined) : undefined,
  })
  const clear = () => {
    setTyped(undefined)
    onChoose(undefined)
  }
  const hasClear = isClearable && chosen !== undefined && !passed.disabled
  return (
    <SearchDropdown list={list} option={(option) => <OptionText {...option} />} isInPopover={false}>
      <TextInput
        {...passed}
        {...inputProps}
        error={message ?? error}
        rightSectionWidth={aside?.width}
        rightSectionPointerEvents={hasClear ? 'all' : 'none'}
        rightSection={
          hasClear ? (
            <CloseButton size="sm" tabIndex={-1} aria-label={t('common:clear')} onClick={clear} />
          ) : aside ? (
            <Text size="sm" className="numbers">
              {aside.text}
            </Text>
          ) : (
            <Combobox.Chevron size="sm" error={message ?? error} />
          )
        }
      />
    </SearchDropdown>
  )
}

/** An option in the list: its name, what tells it from others of the same name, and what it is. */
export const OptionText = ({ label, code, hint }: Option) => (
  <>
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" truncate>
        {label}
      </Text>
      {code && code !== label && (
        <Text size="xs" c="dimmed">
          {code}
        </Text>
      )}
    </Group>
    {hint && (
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    )}
  </>
)
