import { Alert, AppShell, Box, Burger } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { IconCloudOff } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CreateMenu } from './create-menu.tsx'
import { DueBanner } from './identity/due-banner.tsx'
import { StartLive } from './live/start-live.tsx'
import { Logo } from './logo.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import classes from './shell.module.css'
import { GlobalShortcuts } from './shortcuts/global-shortcuts.tsx'
import { SideBar } from './side-bar.tsx'
import { UserMenu } from './user-menu.tsx'

/** The layout around all pages. */
export function Frame() {
  const { t } = useTranslation()
  const [isOpen, drawer] = useDisclosure()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <a href="#main" className={classes.skip}>
        {t('shell:skip')}
      </a>
      <AppShell.Header className={classes.header}>
        <Burger opened={isOpen} onClick={drawer.toggle} hiddenFrom="sm" size="sm" aria-label={t('shell:navigation')} />
        <Link to="/" className={classes.brand} aria-label={t('shell:home')}>
          <Logo />
          <Box visibleFrom="sm">Kontor</Box>
        </Link>
        <PaletteButton />
        <CreateMenu />
        <UserMenu />
      </AppShell.Header>
      <SideBar onGo={drawer.close} />
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <OfflineBanner />
        <DueBanner />
        <StartLive />
        <div className={classes.page}>
          <Outlet />
        </div>
      </AppShell.Main>
      <GlobalShortcuts />
    </AppShell>
  )
}

function OfflineBanner() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert role="status" color="yellow" variant="outline" icon={<IconCloudOff size={18} />} mb="md">
      {t('shell:offline')}
    </Alert>
  )
}
