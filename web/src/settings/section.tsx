import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A card with a name, a sentence about it, and at most one thing to do with all of it. */
export const Section = ({ title, text, action, children }: SectionProps) => (
  <Card component="section" aria-label={title}>
    <Group justify="space-between" align="flex-start" mb="md">
      <Stack gap={2} flex="1 1 14rem">
        <Title order={2}>{title}</Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </Stack>
      {action}
    </Group>
    {children}
  </Card>
)
