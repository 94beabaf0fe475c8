import { useSyncExternalStore } from 'react'
import { type SessionState, session, type User } from './session.ts'

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)

/** Only where somebody is signed in. */
export function useUser(): User {
  const state = useSession()
  if (!('user' in state)) throw new Error('Nobody is signed in.')
  return state.user
}
