import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './steps.module.css'

export interface Step {
  readonly id: string
  readonly label: string
  readonly state: 'done' | 'part' | 'todo' | 'waiting' | 'failed'
}

const SIGNS: Readonly<Record<Step['state'], ReactNode>> = {
  done: <IconCheck size={14} stroke={2.4} />,
  part: <span className={classes.half} />,
  todo: null,
  waiting: <IconAlertTriangle size={14} stroke={2} />,
  failed: <IconX size={14} stroke={2.4} />,
}

/** How far it has come. */
export const Steps = ({ steps, label }: { steps: readonly Step[]; label: string }) => (
  <ol className={classes.steps} aria-label={label}>
    {steps.map(({ id, label: name, state }) => (
      <li key={id} className={classes.step} data-state={state}>
        <span className={classes.sign} aria-hidden>
          {SIGNS[state]}
        </span>
        <span className={classes.name}>{name}</span>
      </li>
    ))}
  </ol>
)
