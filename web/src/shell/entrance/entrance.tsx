import { type ReactNode, Suspense } from 'react'
import { withWords } from '../../i18n/i18n.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { isForApp } from '../consent/is-for-app.ts'
import { SessionGate } from '../session-gate.tsx'
import { Starting } from '../starting.tsx'
import { SET_PASSWORD } from './set-password-path.ts'

const SignInPage = lazyPart(() =>
  withWords('security', import('../sign-in-page.tsx')).then((module) => module.SignInPage),
)

const ConsentPage = lazyPart(() =>
  withWords('security', import('../consent/consent-page.tsx')).then((module) => module.ConsentPage),
)

/** The page to set a password needs no session; all others do. An app has sent the browser to a page without the rest. */
export function Entrance({ children }: { children: ReactNode }) {
  if (isForApp())
    return (
      <SessionGate>
        <Suspense fallback={<Starting />}>
          <ConsentPage />
        </Suspense>
      </SessionGate>
    )
  if (location.pathname !== SET_PASSWORD) return <SessionGate>{children}</SessionGate>
  return (
    <Suspense fallback={<Starting />}>
      <SignInPage />
    </Suspense>
  )
}
