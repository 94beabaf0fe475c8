import type { Entry } from '../core/rules.ts'
import { type Store, wholeScope } from '../core/store.ts'
import { GRACE_DAYS, roles, users } from './access.resources.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import { shippedRolesOf } from './shipped-roles.ts'

export interface FirstAdministrator {
  readonly email: string
  /** Only if it was generated here: it is shown once and never again. */
  readonly randomPassword?: string
}

/** What an administrator may change on a shipped role afterwards. */
const NEW_ROLE = { requiresSecondFactor: false, secondFactorGraceDays: GRACE_DAYS }

/** Brings the shipped roles up to date. */
export function installRoles(store: Store, entries: readonly Entry[], now: string): Promise<void> {
  return store.write(wholeScope(now), async (records) => {
    if (!(await records.claim('shipped roles'))) return // another process is doing it
    for (const shipped of shippedRolesOf(entries)) {
      const known = await records.find(roles, { name: shipped.name })
      if (!known) await records.insert(roles, { ...NEW_ROLE, ...shipped, isShipped: true })
      else if (JSON.stringify(known.permissions) !== JSON.stringify(shipped.permissions)) {
        await records.update(roles, known, shipped)
      }
    }
  })
}

export const hasUsers = async (store: Store, now: string): Promise<boolean> =>
  (await store.reads(wholeScope(now)).find(users, {})) !== undefined

/** Creates the first administrator unless there is any user already. */
export async function installAdministrator(
  store: Store,
  now: string,
  email: string,
  password: string | undefined,
): Promise<FirstAdministrator | undefined> {
  if (await hasUsers(store, now)) return undefined
  const chosen = password ?? randomPassword()
  const passwordHash = await hashPassword(chosen)
  const isCreated = await store.write(wholeScope(now), async (records) => {
    // Another process may be starting on the same database.
    if (!(await records.claim('first administrator')) || (await records.find(users, {}))) return false
    await records.insert(users, {
      email,
      name: 'Administrator',
      role: 'admin',
      type: 'user',
      isActive: true,
      passwordHash,
      hasSecondFactor: false,
    })
    return true
  })
  if (!isCreated) return undefined
  return password === undefined ? { email, randomPassword: chosen } : { email }
}
