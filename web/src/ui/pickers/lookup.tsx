import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Finding } from '../../api/find-records.ts'
import type { Resource, Row } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { useCreateOnTheWay } from './create-on-the-way.ts'
import { SearchDropdown } from './search-dropdown.tsx'
import type { SearchFieldOptions } from './use-best-match.ts'
import { useFoundChoices } from './use-choices.ts'
import { useSearchField } from './use-search-field.ts'

type Passed = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'placeholder' | 'required' | 'disabled' | 'variant' | 'classNames' | 'autoFocus'
> & { readonly 'data-cell'?: string }

interface LookupProps
  extends Passed,
    Omit<SearchFieldOptions<Row>, 'choices' | 'isOpen' | 'setOpen' | 'chosenId' | 'onLast'> {
  readonly resource: Resource
  /** What these words mean, the best first. */
  readonly find: (text: string) => Finding
  readonly option: (row: Row) => ReactNode
  readonly error?: string | undefined
  readonly width?: number
}

/** Finds a record for an editor that keeps by itself what is typed. */
export function Lookup({
  resource,
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
  const { t } = useTranslation()
  const labels = useLabels()
  const input = useRef<Element>(null)
  const create = useCreateOnTheWay(resource)
  const onLast =
    create &&
    ((name: string) => {
      input.current = document.activeElement
      create({
        name,
        onCreated(row) {
          onPick(row)
          onEnter?.()
        },
        onCancel() {
          onType(name)
          if (input.current instanceof HTMLElement) input.current.focus()
        },
      })
    })
  const handlers = { onType, onPick, onMiss, onEnter, onLast }
  const { list, inputProps } = useSearchField({ choices, isOpen, setOpen, chosen, typed, ...handlers })
  return (
    <SearchDropdown
      list={list}
      option={option}
      width={width}
      last={
        <Text size="sm" span>
          <IconPlus size={14} aria-hidden />{' '}
          {t('common:createNamed', { thing: labels.one(resource), name: typed?.trim() })}
        </Text>
      }
    >
      <TextInput {...passed} {...inputProps} />
    </SearchDropdown>
  )
}
