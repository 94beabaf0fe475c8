import { ChoiceField, type ChoiceFieldProps, useSearch } from './choice-field.tsx'
import type { Option } from './options.ts'
import { localChoices } from './use-choices.ts'

interface SearchSelectProps extends ChoiceFieldProps {
  readonly options: readonly Option[]
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** One of several options, found by typing some of its name or code. */
export function SearchSelect({ options, value, onChange, ...props }: SearchSelectProps) {
  const search = useSearch()
  return (
    <ChoiceField
      {...props}
      search={search}
      choices={localChoices(options, search.typed ?? '')}
      chosen={value === null ? undefined : (options.find(({ id }) => id === value) ?? { id: value, label: value })}
      onChoose={(option) => onChange(option?.id ?? null)}
    />
  )
}
