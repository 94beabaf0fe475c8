import { Alert, Group, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { AnchorLink } from '../ui/links.tsx'

interface NoticeProps {
  readonly icon: Icon
  readonly text: string
  readonly href: string
  /** The words of the link. */
  readonly link: string
}

/** Something that needs attention before it does harm. */
export const Notice = ({ icon: NoticeIcon, text, href, link }: NoticeProps) => (
  <Alert role="status" color="yellow" variant="outline" icon={<NoticeIcon size={18} />}>
    <Group justify="space-between" gap="xs">
      <Text size="sm">{text}</Text>
      <AnchorLink href={href} size="sm" underline="always">
        {link}
      </AnchorLink>
    </Group>
  </Alert>
)
