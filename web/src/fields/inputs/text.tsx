import { Textarea, TextInput } from '@mantine/core'
import i18next from 'i18next'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type InputProps, isLongText } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

/** With its list of countries: few forms ask for one. */
const CountryInput = lazyPart<InputProps>(() => import('./country.tsx').then((module) => module.CountryInput))

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
