import { Progress } from '@mantine/core'
import { useFormat } from '../../../i18n/locale.tsx'
import classes from './document.module.css'

/** How much of a line is done: 4 of 10. */
export function LineProgress({ done, of, label }: { done: number; of: number; label: string }) {
  const format = useFormat()
  return (
    <span className={classes.progress}>
      {format.number(done)} / {format.number(of)}
      <Progress
        className={classes.bar}
        value={of > 0 ? Math.min(100, (done / of) * 100) : 0}
        size={4}
        color={done >= of ? 'teal' : 'brand'}
        aria-label={label}
      />
    </span>
  )
}
