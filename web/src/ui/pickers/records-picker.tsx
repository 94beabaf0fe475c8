import '@mantine/core/styles/PillsInput.layer.css'
import { Pill, PillsInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import type { Resource } from '../../api/resources.ts'
import { titleQuery } from '../../api/titles.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useTitles } from '../use-titles.ts'
import { OptionText, useMiss, useSearch } from './choice-field.tsx'
import { type PickerProps, useRecordChoices } from './record-choices.ts'
import { SearchDropdown } from './search-dropdown.tsx'
import { useSearchField } from './use-search-field.ts'

interface RecordsPickerProps extends PickerProps {
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly autoFocus?: boolean
}

/** Finds several records, each by typing some of its name or number. */
export function RecordsPicker({ resource: name, ...props }: RecordsPickerProps) {
  const resource = useResource(name)
  if (resource) return <Picker resource={resource} {...props} />
  // A user who may not look them up can still give ids.
  const { value, onChange, ...rest } = props
  const idsIn = (text: string) => text.split(/[\s,]+/).filter((id) => id !== '')
  return (
    <TextInput
      {...rest}
      defaultValue={value.join(', ')}
      onChange={({ currentTarget }) => onChange(idsIn(currentTarget.value))}
    />
  )
}

function Picker({
  resource,
  value,
  onChange,
  error,
  'aria-label': ariaLabel,
  autoFocus,
  ...props
}: Omit<RecordsPickerProps, 'resource'> & { resource: Resource }) {
  const client = useQueryClient()
  const titles = useTitles(resource, value)
  const search = useSearch()
  const { typed, setTyped, isOpen, setOpen } = search
  const { miss, message } = useMiss(search)
  const found = useRecordChoices(resource, typed ?? '', isOpen)
  const isNew = ({ id }: { id: string }) => !value.includes(id)
  const { list, inputProps } = useSearchField({
    choices: { ...found, shown: found.shown.filter(isNew) },
    ...{ isOpen, setOpen, typed },
    chosen: '',
    onType: setTyped,
    onPick: (option) => {
      client.setQueryData(titleQuery(resource, option.id).queryKey, option.label)
      if (isNew(option)) onChange([...value, option.id])
    },
    onMiss: miss,
  })
  const remove = (id: string) => onChange(value.filter((one) => one !== id))
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = value.at(-1)
    if (event.key === 'Backspace' && inputProps.value === '' && last !== undefined) remove(last)
    else inputProps.onKeyDown(event)
  }
  return (
    <SearchDropdown list={list} option={(option) => <OptionText {...option} />} isInPopover>
      <PillsInput {...props} error={message ?? error}>
        <Pill.Group>
          {value.map((id) => (
            <Pill key={id} withRemoveButton disabled={props.disabled ?? false} onRemove={() => remove(id)}>
              {titles.get(id) ?? '…'}
            </Pill>
          ))}
          <PillsInput.Field
            {...inputProps}
            aria-label={ariaLabel}
            onKeyDown={onKeyDown}
            {...(autoFocus && { 'data-autofocus': true, autoFocus })}
          />
        </Pill.Group>
      </PillsInput>
    </SearchDropdown>
  )
}
