import type { Actor } from '../core/access.ts'
import { type Store, wholeFrame } from '../core/store.ts'
import { roles, users } from './access.resources.ts'

/** Whoever asked for what is done later, with the rights that he has by then; undefined if he may no longer sign in. */
export async function actingFor(
  store: Store,
  now: string,
  userId: string | null,
  origin: Pick<Actor, 'credential' | 'address' | 'requestId' | 'userAgent'>,
): Promise<Actor | undefined> {
  const reads = store.reads(wholeFrame(now))
  const user = userId === null ? undefined : await reads.find(users, { id: userId })
  if (!user?.isActive) return undefined
  const role = await reads.find(roles, { name: user.role })
  const { id, name } = user
  return {
    userId: id,
    name,
    role: user.role,
    permissions: role?.permissions ?? {},
    scopes: ['read', 'write'],
    ...origin,
  }
}
