import type { InputProps } from '../fields/field-kind.ts'
import { commonProps } from '../fields/inputs/common-props.ts'
import { useFormat } from '../i18n/locale.tsx'
import { SearchSelect } from '../ui/pickers/search-select.tsx'

const CODES = Intl.supportedValuesOf('currency')

export function CurrencyInput(props: InputProps) {
  const { language } = useFormat()
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <SearchSelect
      {...commonProps(props)}
      options={CODES.map((code) => ({ id: code, label: `${code} · ${names.of(code) ?? code}` }))}
      value={props.value as string | null}
      onChange={props.onChange}
    />
  )
}
