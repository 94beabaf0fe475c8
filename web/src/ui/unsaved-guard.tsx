import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.tsx'

/** Asks for confirmation before the user leaves a page with unsaved changes. `onLeave`: the user does not want them. */
export function useUnsavedGuard(isUnsaved: boolean, onLeave?: () => void): void {
  const { t } = useTranslation()
  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved || current.pathname === next.pathname) return false
      const isSure = await confirm({
        title: t('common:unsaved.title'),
        text: t('common:unsaved.text'),
        action: t('common:unsaved.leave'),
        keep: t('common:unsaved.stay'),
        isDangerous: true,
      })
      if (isSure) onLeave?.()
      return !isSure
    },
  })
}
