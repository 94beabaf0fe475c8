import { COUNTRY_CODES } from '../../../../server/src/model/country/countries.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { SearchSelect } from '../../ui/pickers/search-select.tsx'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

/** A country, by its name in the user's language or by its code. */
export function CountryInput(props: InputProps) {
  const { language } = useFormat()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const options = [...COUNTRY_CODES]
    .map((code) => ({ id: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  return (
    <SearchSelect
      {...commonProps(props)}
      options={options}
      isClearable
      value={(props.value as string | null) ?? null}
      onChange={props.onChange}
    />
  )
}
