import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput } from '@mantine/core'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FieldInput } from '../field.tsx'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

const SeveralInput = lazyPart<InputProps>(() => import('./several.tsx').then((module) => module.SeveralInput))

export function ListInput(props: InputProps) {
  const { field, value, onChange } = props
  const kind = field.of?.kind
  if (kind === 'choice' || kind === 'ref') return <SeveralInput {...props} />
  if (kind !== 'text') return <FieldInput {...props} field={{ ...field, kind: 'json' }} />
  return (
    <TagsInput
      {...commonProps(props)}
      value={(value as string[] | null) ?? []}
      onChange={onChange}
      maxTags={field.max}
      splitChars={[',', '\n']}
    />
  )
}
