import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { identity } from '../../api/identity.ts'
import { useSession } from '../../api/use-session.ts'
import { withWords } from '../../i18n/i18n.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ConfirmWindow = lazyPart(() =>
  withWords('security', import('./confirm-window.tsx')).then((module) => module.ConfirmWindow),
)

/** Asks the user to confirm that it is them, over whatever page and window is open, while a request waits for it. */
export function ConfirmIdentity() {
  const { t } = useTranslation()
  const { phase } = useSession()
  const isAsked = useSyncExternalStore(identity.subscribe, identity.isAsked)
  const cancel = () => identity.cancel(t('shell:secondFactor.cancelled'))
  useCancellation(cancel)
  useFocusReturn(isAsked)
  // To sign in again proves as much.
  useEffect(() => (phase === 'lost' ? identity.isConfirmed : undefined), [phase])
  if (!isAsked || phase !== 'in') return null
  return (
    <Suspense>
      <ConfirmWindow onCancel={cancel} />
    </Suspense>
  )
}

/** By the Escape key, of which other windows must not hear: they stay open. And when the user signs out. */
function useCancellation(cancel: () => void): void {
  const latest = useRef(cancel)
  latest.current = cancel
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !identity.isAsked()) return
      event.stopImmediatePropagation()
      latest.current()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => {
      window.removeEventListener('keydown', listen, { capture: true })
      latest.current()
    }
  }, [])
}

function useFocusReturn(isAsked: boolean): void {
  useEffect(() => {
    const before = isAsked ? document.activeElement : null
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [isAsked])
}
