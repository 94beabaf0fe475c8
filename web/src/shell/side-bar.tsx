import { AppShell, NavLink, ScrollArea, Text } from '@mantine/core'
import { createLink, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { byGroup, type Destination, useDestinations } from './navigation.ts'
import classes from './shell.module.css'

const RoutedNavLink = createLink(NavLink as never) as typeof NavLink

export function SideBar({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isHere = (href: string) => (href === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${href}/`))
  return (
    <AppShell.Navbar className={classes.rail} aria-label={t('shell:navigation')}>
      <ScrollArea className={classes.links} type="hover">
        {byGroup(useDestinations()).map(({ group, inside }) => (
          <div key={group} className={classes.group}>
            {group !== 'top' && (
              <Text component="h2" size="xs" fw={600} c="dimmed" className={classes.groupName}>
                {t(`shell:groups.${group}`)}
              </Text>
            )}
            {inside.map((destination) => (
              <RailLink key={destination.href} {...destination} isActive={isHere(destination.href)} onGo={onGo} />
            ))}
          </div>
        ))}
      </ScrollArea>
    </AppShell.Navbar>
  )
}

interface RailLinkProps extends Destination {
  readonly isActive: boolean
  readonly onGo: () => void
}

const RailLink = ({ href, label, icon: Icon, isActive, onGo }: RailLinkProps) => (
  <RoutedNavLink
    {...({ to: href } as object)}
    label={label}
    active={isActive}
    aria-current={isActive ? 'page' : undefined}
    leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
    className={classes.link}
    onClick={onGo}
  />
)
