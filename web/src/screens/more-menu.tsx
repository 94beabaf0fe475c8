import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots, IconPrinter, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { withAmounts } from '../i18n/server-message.ts'
import classes from './more-menu.module.css'

/** What can be done beside the buttons that are shown. */
export const MoreMenu = ({ label, width, children }: { label: string; width?: number; children: ReactNode }) => (
  <Menu position="bottom-end" shadow="md" classNames={{ item: classes.item }} {...(width && { width })}>
    <Menu.Target>
      <ActionIcon variant="default" size={36} aria-label={label}>
        <IconDots size={18} stroke={1.6} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

export function PrintItem() {
  const { t } = useTranslation()
  return (
    <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
      {t('common:print')}
    </Menu.Item>
  )
}

/** With a reason it is shown, but cannot be chosen. */
export function DeleteItem({ reason, onClick }: { reason?: string | undefined; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu.Item color="red" leftSection={<IconTrash size={16} />} disabled={reason !== undefined} onClick={onClick}>
      {t('common:delete')}
      <Reason text={reason} />
    </Menu.Item>
  )
}

/** Why an entry of a menu cannot be chosen now. */
export const Reason = ({ text }: { text: string | undefined }) =>
  text ? (
    <Text size="xs" inherit={false}>
      {withAmounts(text)}
    </Text>
  ) : null
