import { Group, Progress, Text } from '@mantine/core'
import { AnchorLink } from '../ui/links.tsx'
import classes from './share-bar.module.css'

interface ShareBarProps {
  readonly name: string
  readonly figure: string
  /** 0 … 1 */
  readonly share: number
  readonly colour: string
  readonly href: string
}

/** A share as a bar; its name links to the records. */
export const ShareBar = ({ name, figure, share, colour, href }: ShareBarProps) => (
  <div className={classes.row}>
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <AnchorLink href={href} size="sm" c="var(--mantine-color-text)">
        {name}
      </AnchorLink>
      <Text size="sm" className={`numbers ${classes.figure}`}>
        {figure}
      </Text>
    </Group>
    <Progress value={share * 100} color={colour} size={6} className={classes.bar} aria-label={name} />
  </div>
)
