import { Badge } from '@mantine/core'
import { useLabels } from '../i18n/locale.tsx'
import classes from './status-pill.module.css'

/** What a word of state feels like; a word that is not here is neutral. */
const COLOURS: Readonly<Record<string, string>> = {
  submitted: 'blue',
  active: 'teal',
  paid: 'teal',
  delivered: 'teal',
  invoiced: 'teal',
  closed: 'teal',
  done: 'teal',
  completed: 'teal',
  checked: 'blue',
  checking: 'blue',
  unmapped: 'orange',
  succeeded: 'teal',
  unpaid: 'orange',
  partially_paid: 'yellow',
  partly_delivered: 'yellow',
  partly_invoiced: 'yellow',
  on_hold: 'yellow',
  running: 'blue',
  overdue: 'red',
  cancelled: 'red',
  failed: 'red',
}

export const statusColour = (status: string): string => COLOURS[status] ?? 'gray'

/** The dot shows the status by colour, the word to users who cannot tell colours apart. */
export function StatusPill({ value, size = 'md' }: { value: string; size?: 'md' | 'lg' }) {
  const labels = useLabels()
  return (
    <Badge color={statusColour(value)} size={size} classNames={{ root: classes.pill, label: classes.label }}>
      <span className={classes.dot} aria-hidden />
      {labels.choice(value)}
    </Badge>
  )
}
