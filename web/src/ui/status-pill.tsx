import { Badge } from '@mantine/core'
import { useLabels } from '../i18n/locale.tsx'
import { statusColour } from './status-looks.ts'
import classes from './status-pill.module.css'

/** A status, as a coloured dot and its name: the colour alone would not be enough. */
export function StatusPill({ value, size = 'md' }: { value: string; size?: 'md' | 'lg' }) {
  const labels = useLabels()
  return (
    <Badge color={statusColour(value)} size={size} classNames={{ root: classes.pill, label: classes.label }}>
      <span className={classes.dot} aria-hidden />
      {labels.choice(value)}
    </Badge>
  )
}
