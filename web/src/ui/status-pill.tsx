import { Badge } from '@mantine/core'
import type { Field } from '../api/resources.ts'
import { useLabels } from '../i18n/locale.tsx'
import { choiceColour } from './status-looks.ts'
import classes from './status-pill.module.css'

interface StatusPillProps {
  /** What it is a choice of; undefined where the user does not see that. */
  readonly field: Field | undefined
  readonly value: string
  readonly size?: 'md' | 'lg'
}

/** A status, as a coloured dot and its name: the colour alone would not be enough. */
export function StatusPill({ field, value, size = 'md' }: StatusPillProps) {
  const labels = useLabels()
  return (
    <Badge color={choiceColour(field, value)} size={size} classNames={{ root: classes.pill, label: classes.label }}>
      <span className={classes.dot} aria-hidden />
      {labels.choice(value)}
    </Badge>
  )
}
