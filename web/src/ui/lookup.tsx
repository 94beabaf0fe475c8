import { Popover, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Finding } from '../api/find-records.ts'
import type { Row } from '../api/resources.ts'
import classes from './lookup.module.css'
import { toast } from './toast.tsx'

const WAIT_MS = 120

type Passed = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'placeholder' | 'required' | 'disabled' | 'variant' | 'classNames' | 'autoFocus'
> & { readonly 'data-cell'?: string }

interface LookupProps extends Passed {
  /** What these words mean, the best first. */
  readonly find: (text: string) => Finding
  /** What is chosen now. */
  readonly chosen: string
  /** What has been typed and not been chosen yet. */
  readonly typed: string | undefined
  readonly onType: (text: string | undefined) => void
  readonly onPick: (row: Row) => void
  /** The words mean nothing. */
  readonly onMiss: (text: string) => void
  /** After Enter: time to go on. What was typed is looked up meanwhile, so that nobody who types fast has to wait. */
  readonly onEnter?: () => void
  /** Something is being looked up; whoever saves meanwhile waits for it. */
  readonly onLookUp?: (work: Promise<void>) => void
  readonly option: (row: Row) => ReactNode
  readonly error?: string | undefined
  readonly width?: number
}

/** Finds a record by typing: Enter or Tab takes the best. */
export function Lookup({
  find,
  chosen,
  typed,
  onType,
  onPick,
  onMiss,
  onEnter,
  onLookUp,
  option,
  width,
  ...passed
}: LookupProps) {
  const client = useQueryClient()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const text = typed ?? ''
  const [asked] = useDebouncedValue(text, WAIT_MS)
  const { data: rows = [], isFetching } = useQuery({
    ...find(asked),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const isCurrent = asked === text && !isFetching
  // What is shown while the answer is on its way is not what Enter would take.
  const marked = isCurrent ? active : -1

  function take(row: Row): void {
    setOpen(false)
    onType(undefined)
    onPick(row)
  }

  /** Whoever types faster than the server answers means the best of what it will find. */
  async function takeBest(): Promise<void> {
    setOpen(false)
    const shown = isCurrent ? rows[Math.max(active, 0)] : undefined
    const row = shown ?? (await client.fetchQuery(find(text)))[0]
    if (row) take(row)
    else onMiss(text)
  }

  function lookUp(): void {
    const work = takeBest().catch(toast.failed)
    onLookUp?.(work)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const hasWords = text !== '' || (isOpen && active >= 0)
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (hasWords) lookUp()
      if (hasWords || chosen) onEnter?.()
      else setOpen(true)
    } else if (event.key === 'Tab' && hasWords) lookUp()
    else if (event.key === 'Escape' && (isOpen || typed !== undefined)) {
      event.stopPropagation()
      setOpen(false)
      onType(undefined)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
      event.preventDefault()
      if (!isOpen) setOpen(true)
      else setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + rows.length) % Math.max(rows.length, 1))
    }
  }

  return (
    <Popover opened={isOpen} position="bottom-start" withRoles={false} width={width ?? 'target'} offset={4}>
      <Popover.Target>
        <TextInput
          {...passed}
          value={typed ?? chosen}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && rows[marked] ? `${listId}-${marked}` : undefined}
          onChange={({ currentTarget }) => {
            onType(currentTarget.value)
            setOpen(true)
            setActive(currentTarget.value === '' ? -1 : 0)
          }}
          onClick={() => setOpen(true)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            setOpen(false)
            if (text === '') onType(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </Popover.Target>
      <Popover.Dropdown p={4} maw="calc(100vw - 2rem)">
        <Options {...{ listId, rows, option }} active={marked} isBusy={!isCurrent} onTake={take} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface OptionsProps {
  readonly listId: string
  readonly rows: readonly Row[]
  readonly active: number
  readonly isBusy: boolean
  readonly option: (row: Row) => ReactNode
  readonly onTake: (row: Row) => void
}

function Options({ listId, rows, active, isBusy, option, onTake }: OptionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {rows.length === 0 && (
        <div className={classes.none} role="status">
          {isBusy ? t('common:searching') : t('common:nothingFound')}
        </div>
      )}
      {/* The keys are listened to by the input: focus stays there. */}
      <div role="listbox" id={listId} aria-label={t('common:choices')}>
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys.
          <div
            key={row.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={classes.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(row)}
          >
            {option(row)}
          </div>
        ))}
      </div>
    </>
  )
}
