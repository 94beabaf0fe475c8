import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './security.module.css'

interface ListRowProps {
  readonly icon: ReactNode
  readonly title: string
  /** What the browser shows over the title: what was too long for it. */
  readonly hint?: string | undefined
  readonly badge?: ReactNode
  readonly details: readonly (string | false | null | undefined)[]
  /** What can be done with it. */
  readonly children?: ReactNode
}

/** One entry of a list: what it is, what is known of it, what can be done with it. On a phone the last stands below. */
export const ListRow = ({ icon, title, hint, badge, details, children }: ListRowProps) => (
  <Group component="li" gap="xs" justify="flex-end" className={classes.row}>
    <Group wrap="nowrap" className={classes.words}>
      {icon}
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={500} title={hint}>
            {title}
          </Text>
          {badge}
        </Group>
        <Text size="xs" c="dimmed">
          {details.filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    </Group>
    {children}
  </Group>
)
