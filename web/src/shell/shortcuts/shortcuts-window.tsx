import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { toast } from '../../ui/toast.tsx'

/** Few users open it often, so its content is no part of the first load. */
async function open(): Promise<void> {
  const { ShortcutsList } = await import('./shortcuts-list.tsx')
  modals.open({
    title: i18next.t('shell:shortcuts.title'),
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    children: <ShortcutsList />,
  })
}

export const shortcutsWindow = { open: () => void open().catch(toast.failed) }
