import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useDestinations } from '../navigation.ts'
import { shortcutsWindow } from './shortcuts-window.tsx'

/** `g`, then one letter. */
const LETTERS: Readonly<Record<string, string>> = {
  '/': 'd',
  '/quotations': 'q',
  '/sales-orders': 'o',
  '/items': 'i',
  '/customers': 'c',
  '/invoices': 'n',
  '/deliveries': 'l',
  '/payments': 'p',
}

/** The shortcuts of all pages. */
export function GlobalShortcuts() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const jumps = useDestinations()
    .filter(({ href }) => Object.hasOwn(LETTERS, href))
    .map(({ href, label }) => ({
      keys: `g ${LETTERS[href]}`,
      label: t('shell:shortcuts.goTo', { page: label }),
      run: () => void navigate({ to: href }),
    }))
  useShortcuts([...jumps, { keys: '?', label: t('shell:shortcuts.title'), run: shortcutsWindow.open }])
  return null
}
