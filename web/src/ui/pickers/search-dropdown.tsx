import { Popover } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './search-dropdown.module.css'
import { LAST } from './use-search-field.ts'

interface SearchDropdownProps<T> {
  readonly list: {
    readonly listId: string
    readonly shown: readonly T[]
    readonly active: number
    readonly isOpen: boolean
    readonly isBusy: boolean
    readonly onTake: (choice: T) => void
    readonly onLast?: () => void
  }
  /** The entry after the choices. */
  readonly last?: ReactNode
  readonly option: (choice: T) => ReactNode
  readonly width?: number | undefined
  /** In another popover: a click into a portal would count as one outside of that, and close it. */
  readonly isInPopover?: boolean | undefined
  /** The field. */
  readonly children: ReactNode
}

/** What a search field has found, below it. */
export function SearchDropdown<T extends { readonly id: string }>({
  list: { listId, shown, active, isOpen, isBusy, onTake, onLast },
  option,
  last,
  width,
  isInPopover = false,
  children,
}: SearchDropdownProps<T>) {
  const { t } = useTranslation()
  useEffect(() => {
    if (isOpen && active !== -1) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active, listId])
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      withRoles={false}
      width={width ?? 'target'}
      offset={4}
      withinPortal={!isInPopover}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={4} maw="calc(100vw - 2rem)">
        {shown.length === 0 && (
          <div className={classes.none} role="status">
            {isBusy ? t('common:searching') : t('common:nothingFound')}
          </div>
        )}
        {/* The keys are listened to by the input: focus stays there. */}
        <div role="listbox" id={listId} aria-label={t('common:choices')} className={classes.list}>
          {shown.map((choice, index) => (
            <Entry key={choice.id} {...{ listId, active }} place={index} onTake={() => onTake(choice)}>
              {option(choice)}
            </Entry>
          ))}
          {onLast && (
            <Entry {...{ listId, active }} place={LAST} onTake={onLast}>
              {last}
            </Entry>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface EntryProps {
  readonly listId: string
  readonly place: number
  readonly active: number
  readonly onTake: () => void
  readonly children: ReactNode
}

const Entry = ({ listId, place, active, onTake, children }: EntryProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys.
  <div
    id={`${listId}-${place}`}
    role="option"
    aria-selected={place === active}
    tabIndex={-1}
    className={classes.option}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onTake}
  >
    {children}
  </div>
)
