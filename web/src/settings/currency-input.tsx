import { Select } from '@mantine/core'
import type { InputProps } from '../fields/field-kind.ts'
import { commonProps } from '../fields/inputs/common-props.ts'
import { useFormat } from '../i18n/locale.tsx'

const CODES = Intl.supportedValuesOf('currency')

export function CurrencyInput(props: InputProps) {
  const { language } = useFormat()
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <Select
      {...commonProps(props)}
      searchable
      allowDeselect={false}
      limit={60}
      data={CODES.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))}
      value={props.value as string | null}
      onChange={props.onChange}
    />
  )
}
