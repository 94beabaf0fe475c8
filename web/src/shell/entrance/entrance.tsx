import { type ReactNode, Suspense } from 'react'
import { withWords } from '../../i18n/i18n.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SessionGate } from '../session-gate.tsx'
import { Starting } from '../starting.tsx'
import { SET_PASSWORD } from './set-password-path.ts'

const SignInPage = lazyPart(() =>
  withWords('security', import('../sign-in-page.tsx')).then((module) => module.SignInPage),
)

/** The page to set a password needs no session; all others do. */
export function Entrance({ children }: { children: ReactNode }) {
  if (location.pathname !== SET_PASSWORD) return <SessionGate>{children}</SessionGate>
  return (
    <Suspense fallback={<Starting />}>
      <SignInPage />
    </Suspense>
  )
}
