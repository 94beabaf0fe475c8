import { Group, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../ui/lazy-part.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import classes from './shell.module.css'

const load = () => import('./palette.tsx')
const Palette = lazyPart(() => load().then((module) => module.Palette))
const IDLE_MS = 2_000

/** Fetched once the page is at rest, or when it is asked for. */
export function PaletteButton() {
  const { t } = useTranslation()
  const [isWanted, want] = useState(false)
  const open = () => {
    want(true)
    void load().then(({ openPalette }) => openPalette())
  }
  useEffect(() => {
    const timer = setTimeout(() => want(true), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
  useShortcuts([
    { keys: 'mod+k', label: t('shell:palette.open'), run: open },
    { keys: '/', label: t('shell:palette.open'), run: open },
  ])
  return (
    <>
      <UnstyledButton className={classes.search} onClick={open}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.searchWords}>{t('shell:palette.hint')}</span>
        <Group gap={4} className={classes.searchKeys} aria-hidden>
          <Kbd size="xs">Ctrl</Kbd>
          <Kbd size="xs">K</Kbd>
        </Group>
      </UnstyledButton>
      <Suspense>{isWanted && <Palette />}</Suspense>
    </>
  )
}
