import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { meQuery } from '../api/me.ts'
import { resourcesQuery } from '../api/resources.ts'
import { session } from '../api/session.ts'
import { ResourcesProvider } from '../api/use-resources.tsx'
import { useSession } from '../api/use-session.ts'
import { startLists } from '../dashboard/start-lists.ts'
import { withWords } from '../i18n/i18n.ts'
import { LocaleProvider } from '../i18n/locale.tsx'
import { customisationsFor } from '../resources/registry.ts'
import { CustomisationsContext } from '../screens/customisation.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ConfirmIdentity } from './identity/confirm-identity.tsx'
import { Starting } from './starting.tsx'

const SignInPage = lazyPart(() =>
  withWords('security', import('./sign-in-page.tsx')).then((module) => module.SignInPage),
)
const SetUpPage = lazyPart(() =>
  withWords('security', import('./identity/set-up-page.tsx')).then((module) => module.SetUpPage),
)
const SignInAgain = lazyPart(() =>
  withWords('security', import('./sign-in-again.tsx')).then((module) => module.SignInAgain),
)

/** Shows the sign-in page until a user has signed in, then loads what this user may do. A second factor may come first. */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = useSession()
  const [failure, setFailure] = useState<unknown>()
  const client = useQueryClient()
  const start = () => {
    setFailure(undefined)
    session.start().catch(setFailure)
  }
  useEffect(start, [])
  // Data of one user must not be visible to the next.
  useEffect(() => {
    if (state.phase !== 'out') return
    client.clear()
    startLists.forget()
  }, [state.phase, client])

  if (failure) return <ErrorPanel error={failure} retry={start} />
  if (state.phase === 'starting') return <Starting />
  if (!('user' in state))
    return (
      <Suspense fallback={<Starting />}>
        <SignInPage />
      </Suspense>
    )
  return (
    <>
      <ConfirmIdentity />
      <Knowing key={state.user.id}>{children}</Knowing>
      <Suspense>{state.phase === 'lost' && <SignInAgain email={state.user.email} />}</Suspense>
    </>
  )
}

function Knowing({ children }: { children: ReactNode }) {
  const [resources, me] = useQueries({ queries: [resourcesQuery, meQuery] })
  const customisations = useMemo(() => customisationsFor(resources.data ?? []), [resources.data])
  const error = resources.error ?? me.error
  const retry = () => Promise.all([resources.refetch(), me.refetch()])
  if (me.data?.mustSetUpSecondFactor)
    return (
      <LocaleProvider currency={undefined}>
        <Suspense fallback={<Starting />}>
          <SetUpPage />
        </Suspense>
      </LocaleProvider>
    )
  if (resources.data && me.data)
    return (
      <LocaleProvider currency={me.data.company?.currency}>
        <ResourcesProvider value={resources.data}>
          <CustomisationsContext value={customisations}>{children}</CustomisationsContext>
        </ResourcesProvider>
      </LocaleProvider>
    )
  return error && !resources.isFetching ? <ErrorPanel error={error} retry={retry} /> : <Starting />
}
