import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StepState } from '../../../ui/status-looks.ts'
import classes from './steps.module.css'

export interface Step {
  readonly id: string
  readonly label: string
  readonly state: StepState
}

const SIGNS: Readonly<Record<StepState, ReactNode>> = {
  done: <IconCheck size={14} stroke={2.4} />,
  part: <span className={classes.half} />,
  todo: null,
  waiting: <IconAlertTriangle size={14} stroke={2} />,
  stopped: <IconX size={14} stroke={2.4} />,
}

/** How far it has come. */
export const Steps = ({ steps, label }: { steps: readonly Step[]; label: string }) => (
  <ol className={classes.steps} aria-label={label}>
    {steps.map(({ id, label: name, state }) => (
      <li key={id} className={classes.step} data-stage={state}>
        <span className={classes.sign} aria-hidden>
          {SIGNS[state]}
        </span>
        <span className={classes.name}>{name}</span>
      </li>
    ))}
  </ol>
)
