import { Textarea } from '@mantine/core'
import type { LineActions } from './line-actions.ts'
import classes from './lines.module.css'
import type { Line } from './lines.ts'

interface WordsCellProps {
  readonly line: Line
  /** Whether the words are all that the line is about; otherwise they say more about its item. */
  readonly isSubject: boolean
  readonly label: string
  readonly placeholder?: string
  readonly error: string | undefined
  readonly isDisabled: boolean
  readonly act: LineActions
}

/** What a line says in words. Enter goes on; Shift+Enter begins a new line. */
export function WordsCell({ line, isSubject, label, placeholder, error, isDisabled, act }: WordsCellProps) {
  return (
    <Textarea
      aria-label={label}
      data-cell={`${line.key}.${isSubject ? 'item' : 'description'}`}
      variant="unstyled"
      autosize
      minRows={1}
      maxRows={6}
      classNames={{ input: isSubject ? classes.words : classes.more, error: classes.error }}
      data-heading={line.kind === 'heading' || line.kind === 'subtotal' || undefined}
      placeholder={placeholder}
      value={line.description ?? ''}
      onChange={({ currentTarget }) => act.change(line.key, { description: currentTarget.value })}
      disabled={isDisabled}
      error={error}
    />
  )
}
