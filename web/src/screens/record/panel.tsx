import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A card with a name. */
export const Panel = ({ title, isFlush, children }: { title: string; isFlush?: boolean; children: ReactNode }) => (
  <Card component="section" padding={isFlush ? 0 : 'lg'} aria-label={title}>
    <Title order={2} mb={isFlush ? 0 : 'sm'} p={isFlush ? 'lg' : 0} pb={isFlush ? 'xs' : 0}>
      {title}
    </Title>
    {children}
  </Card>
)
