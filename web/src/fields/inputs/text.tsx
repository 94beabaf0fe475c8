import { Textarea, TextInput } from '@mantine/core'
import i18next from 'i18next'
import { COUNTRY_CODES } from '../../../../server/src/model/countries.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { SearchSelect } from '../../ui/pickers/search-select.tsx'
import { type InputProps, isLongText } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

export function TextField(props: InputProps) {
  const { field, value, onChange } = props
  if (field.format === 'country') return <CountryInput {...props} />
  const shared = { ...commonProps(props), value: String(value ?? ''), placeholder: placeholderOf(props) }
  const change = (text: string) => onChange(text === '' ? null : text)
  if (isLongText(field))
    return (
      <Textarea {...shared} autosize minRows={3} maxRows={12} onChange={(event) => change(event.currentTarget.value)} />
    )
  const type = field.format === 'email' ? 'email' : field.name === 'password' ? 'password' : 'text'
  return (
    <TextInput
      {...shared}
      type={type}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

/** Codes, numbers and addresses mean the same everywhere; other examples are in English. */
const NEUTRAL = /^(?=\S*[\d@])\S+$/

function placeholderOf({ isBare, field: { example, kind } }: InputProps): string | undefined {
  const text = String(example ?? '')
  return isBare || kind !== 'text' || (i18next.language !== 'en' && !NEUTRAL.test(text)) ? undefined : text
}

function CountryInput(props: InputProps) {
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
