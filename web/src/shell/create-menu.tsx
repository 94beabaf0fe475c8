import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../ui/shortcuts.ts'
import { byGroup, useCreatable } from './navigation.ts'

export function CreateMenu() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const creatable = useCreatable()
  const [isOpen, menu] = useDisclosure()
  useShortcuts(creatable.length > 0 ? [{ keys: 'c', label: t('shell:create'), run: menu.open }] : [])
  if (creatable.length === 0) return null
  return (
    <Menu
      opened={isOpen}
      onChange={(opened) => (opened ? menu.open() : menu.close())}
      position="bottom-end"
      shadow="md"
    >
      <Menu.Target>
        <Button
          h={34}
          px="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          visibleFrom="xs"
        >
          {t('shell:create')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {byGroup(creatable).map(({ group, inside }, index) => (
          <div key={group}>
            {index > 0 && <Menu.Divider />}
            {inside.map(({ href, label, icon: Icon }) => (
              <Menu.Item
                key={href}
                leftSection={<Icon size={16} stroke={1.6} />}
                onClick={() => navigate({ to: href })}
              >
                {label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
