import { Avatar, Box, Menu, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconKeyboard, IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../api/session.ts'
import { useUser } from '../api/use-session.ts'
import { toast } from '../ui/toast.tsx'
import { shortcutsWindow } from './shortcuts/shortcuts-window.tsx'

/** Reserved while the choices are being loaded, so that the entries below them do not move. */
const CHOICES_HEIGHT = 132

export function UserMenu() {
  const { t } = useTranslation()
  const { name, email, role } = useUser()
  const navigate = useNavigate()
  const [Choices, setChoices] = useState<ComponentType>()
  /** Few users change them often, so they are no part of the first load. Without them, the rest of the menu works. */
  const loadChoices = () => {
    import('./appearance-choices.tsx')
      .then(({ AppearanceChoices }) => setChoices(() => AppearanceChoices))
      .catch(toast.notLoaded)
  }
  return (
    <Menu position="bottom-end" shadow="md" width={260} trapFocus={false} onOpen={loadChoices}>
      <Menu.Target>
        <UnstyledButton>
          <Avatar aria-hidden name={name} color="brand" radius="xl" size={34} />
          <VisuallyHidden>{t('shell:account', { name })}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} px="sm" py="xs">
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {email} · {role}
          </Text>
        </Stack>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={() => navigate({ to: '/profile' })}>
          {t('settings:profile.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconShieldLock size={16} />} onClick={() => navigate({ to: '/profile/security' })}>
          {t('settings:security.title')}
        </Menu.Item>
        <Menu.Divider />
        <Box mih={CHOICES_HEIGHT}>{Choices && <Choices />}</Box>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={shortcutsWindow.open}>
          {t('shell:shortcuts.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => session.signOut()}>
          {t('shell:signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
