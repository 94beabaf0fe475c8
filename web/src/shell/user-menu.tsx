import {
  Avatar,
  Menu,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { IconKeyboard, IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { session } from '../api/session.ts'
import { useUser } from '../api/use-session.ts'
import { changeLanguage, LANGUAGES, type Language } from '../i18n/i18n.ts'
import { chooseDensity, type Density, useDensity } from './preferences.ts'
import { shortcutsWindow } from './shortcuts-window.tsx'

export function UserMenu() {
  const { t } = useTranslation()
  const { name, email, role } = useUser()
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" shadow="md" width={260} trapFocus={false}>
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
        <Choices />
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

/** The appearance settings of this browser. */
function Choices() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const density = useDensity()
  const schemes = ['light', 'dark', 'auto'] as const
  const densities: readonly Density[] = ['compact', 'comfortable']
  return (
    <Stack gap="xs" px="sm" py="xs">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('shell:theme.title')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as (typeof schemes)[number])}
        data={schemes.map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('shell:density.title')}
        value={density}
        onChange={(value) => chooseDensity(value as Density)}
        data={densities.map((value) => ({ value, label: t(`shell:density.${value}`) }))}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('shell:language')}
        value={i18n.language}
        onChange={(value) => changeLanguage(value as Language)}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
    </Stack>
  )
}
