import { Card, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure.module.css'

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly detail?: ReactNode | undefined
  readonly colour?: string | undefined
  /** How much of something is used up or left: 0 … 1. */
  readonly bar?: { readonly share: number; readonly label: string } | undefined
}

const full = (share: number) => Math.max(0, Math.min(1, share)) * 100

/** One figure of a record, large enough to be read at a glance. */
export const Figure = ({ name, value, detail, colour, bar }: FigureProps) => (
  <Card padding="md">
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text className={classes.value} c={colour && `var(--mantine-color-${colour}-text)`}>
      {value}
    </Text>
    {bar && <Progress value={full(bar.share)} color={colour ?? 'brand'} size={6} my={6} aria-label={bar.label} />}
    {detail && (
      <Text size="sm" c="dimmed">
        {detail}
      </Text>
    )}
  </Card>
)
