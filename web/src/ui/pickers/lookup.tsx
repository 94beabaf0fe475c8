import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Finding } from '../../api/find-records.ts'
import type { Row } from '../../api/resources.ts'
import { SearchDropdown } from './search-dropdown.tsx'
import type { SearchFieldOptions } from './use-best-match.ts'
import { useFoundChoices } from './use-choices.ts'
import { useSearchField } from './use-search-field.ts'

type Passed = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'placeholder' | 'required' | 'disabled' | 'variant' | 'classNames' | 'autoFocus'
> & { readonly 'data-cell'?: string }

interface LookupProps extends Passed, Omit<SearchFieldOptions<Row>, 'choices' | 'isOpen' | 'setOpen' | 'chosenId'> {
  /** What these words mean, the best first. */
  readonly find: (text: string) => Finding
  readonly option: (row: Row) => ReactNode
  readonly error?: string | undefined
  readonly width?: number
}

/** Finds a record for an editor that keeps by itself what is typed. */
export function Lookup({
  find,
  chosen,
  typed,
  onType,
  onPick,
  onMiss,
  onEnter,
  option,
  width,
  ...passed
}: LookupProps) {
  const [isOpen, setOpen] = useState(false)
  const choices = useFoundChoices(find, typed ?? '', isOpen)
  const handlers = { onType, onPick, onMiss, onEnter }
  const { list, inputProps } = useSearchField({ choices, isOpen, setOpen, chosen, typed, ...handlers })
  return (
    <SearchDropdown list={list} option={option} width={width}>
      <TextInput {...passed} {...inputProps} />
    </SearchDropdown>
  )
}
