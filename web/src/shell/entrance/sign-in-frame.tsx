import { Card, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Logo } from '../logo.tsx'
import classes from './sign-in-frame.module.css'

interface SignInFrameProps {
  readonly title: string
  readonly text?: string | undefined
  readonly isWide?: boolean
  /** Under the card. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** A page in the place of the application, for users who cannot use it yet. */
export function SignInFrame({ title, text, isWide, below, children }: SignInFrameProps) {
  useDocumentTitle(`${title} · Kontor`)
  return (
    <Center component="main" className={classes.page}>
      <Stack gap="lg" className={isWide ? classes.wide : classes.column}>
        <Group justify="center" gap="sm">
          <Logo size={36} />
          <Text fw={700} fz="xl">
            Kontor
          </Text>
        </Group>
        <Card padding="xl" shadow="md">
          <Title order={1} mb={4}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" size="sm" mb="lg">
              {text}
            </Text>
          )}
          {children}
        </Card>
        {below}
      </Stack>
    </Center>
  )
}
