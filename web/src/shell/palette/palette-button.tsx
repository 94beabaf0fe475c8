import { Group, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Keys } from '../../ui/keys.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import classes from '../shell.module.css'
import { useFetchAhead } from '../use-fetch-ahead.ts'
import { startTypingAhead, stopTypingAhead } from './typed-ahead.ts'

const load = () => import('./palette.tsx')
const Palette = lazyPart(() => load().then((module) => module.Palette))

/** Its field has the focus already. */
const isPaletteOpen = () => document.activeElement?.closest('[role=dialog]') !== null

/** Loaded when the page is idle, or on demand. */
export function PaletteButton() {
  const { t } = useTranslation()
  const [isThere, show] = useState(false)
  const open = () => {
    if (!isPaletteOpen()) startTypingAhead()
    load()
      .then(({ openPalette }) => {
        show(true)
        openPalette()
      })
      .catch((error) => {
        stopTypingAhead()
        toast.notLoaded(error)
      })
  }
  useFetchAhead(load, () => show(true))
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
          <Keys keys={['mod', 'k']} />
        </Group>
      </UnstyledButton>
      <Suspense>{isThere && <Palette />}</Suspense>
    </>
  )
}
