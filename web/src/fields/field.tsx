import { Skeleton, Text } from '@mantine/core'
import { type ComponentType, Suspense } from 'react'
import { useIsLate } from './all-at-once.tsx'
import type { CellProps, InputProps } from './field-kind.ts'
import { useKinds } from './kinds-context.ts'

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Shows a value. */
export function FieldCell({ custom: Custom, ...props }: CellProps & { custom?: ComponentType<CellProps> }) {
  const { Cell } = useKinds()[props.field.kind]
  if (Custom) return <Custom {...props} />
  if (!isEmpty(props.value)) return <Cell {...props} />
  return (
    <Text span inherit c="dimmed">
      –
    </Text>
  )
}

/** An input for a value. One that joins a form later is loaded separately, and the others stay. */
export function FieldInput({ custom: Custom, ...props }: InputProps & { custom?: ComponentType<InputProps> }) {
  const { Input } = useKinds()[props.field.kind]
  const input = Custom ? <Custom {...props} /> : <Input {...props} />
  return useIsLate() ? <Suspense fallback={<Skeleton h={36} />}>{input}</Suspense> : input
}
