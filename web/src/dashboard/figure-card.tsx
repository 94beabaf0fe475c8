import { Card, Group, Skeleton, Text, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AnchorLink } from '../ui/links.tsx'
import classes from './figure-card.module.css'

interface FigureCardProps {
  readonly name: string
  /** Undefined while it is loading. */
  readonly figure: string | undefined
  readonly detail?: ReactNode
  /** The list of the records behind the figure. */
  readonly href: string
  readonly icon: Icon
  readonly colour?: string
}

/** One figure, with a link to its records. */
export const FigureCard = ({ name, figure, detail, href, icon: Sign, colour = 'brand' }: FigureCardProps) => (
  <Card className={classes.card}>
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <AnchorLink href={href} size="sm" c="dimmed" underline="never" className={classes.name}>
        {name}
      </AnchorLink>
      <ThemeIcon variant="light" color={colour} size={32} radius="md" aria-hidden>
        <Sign size={18} stroke={1.7} />
      </ThemeIcon>
    </Group>
    {figure === undefined ? <Skeleton h={32} w={120} /> : <Text className={classes.figure}>{figure}</Text>}
    <Text size="sm" c="dimmed" mt={2} component="div" mih={22}>
      {detail}
    </Text>
  </Card>
)
