import { useSyncExternalStore } from 'react'
import { type SessionState, session, type User } from './session.ts'

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)

/** Only inside a signed-in session. */
export function useUser(): User {
  const state = useSession()
  if (!('user' in state)) throw new Error('There is no signed-in user.')
  return state.user
}
