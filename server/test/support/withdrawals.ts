import assert from 'node:assert/strict'
import { appAt, connect, siteOf } from '../oauth/site.ts'
import { createKey, withKey } from './keys.ts'
import { ADMIN, type CallOptions, type Kontor } from './kontor.ts'
import { addUser, PASSWORD, signIn } from './people.ts'
import { create } from './records.ts'

export const ITEM_RIGHTS = ['read', 'create', 'update', 'export'] as const

/** A caller with these rights on items, and a way to take them away. */
export interface Caller {
  readonly options: CallOptions & { readonly headers: Readonly<Record<string, string>> }
  withdraw(): Promise<void>
}

/** One way to lose access while work is under way. */
export interface Withdrawal {
  readonly title: string
  /** How a new request of the same caller is refused from then on. */
  readonly status: 401 | 403
  readonly code: string
  /** The caller works on one node, and the rights are withdrawn on another. */
  callerOn(here: Kontor, there: Kontor): Promise<Caller>
}

async function succeed(work: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await work
  assert.ok(status < 300, text)
}

let roleCount = 0

/** A custom role that may do these things with items, and a user who has it. */
export async function itemClerk(kontor: Kontor) {
  const permissions = { items: { can: ITEM_RIGHTS } }
  const role = await create(kontor, '/roles', { name: `item clerk ${++roleCount}`, permissions })
  const user = await addUser(kontor.engine, role.name)
  const changeRole = (items: object) => succeed(kontor.put(`/roles/${role.id}`, { permissions: { items } }))
  return { user, role, changeRole }
}

const bearer = (token: string): Caller['options'] => ({ token: null, headers: { authorization: `Bearer ${token}` } })
const key = (value: { readonly key: string }): Caller['options'] => withKey(value) as Caller['options']

type Clerk = Awaited<ReturnType<typeof itemClerk>> & { readonly there: Kontor }

const session = (
  title: string,
  [status, code]: readonly [401 | 403, string],
  withdraw: (clerk: Clerk & { readonly token: string }) => Promise<void>,
): Withdrawal => ({
  title,
  status,
  code,
  async callerOn(here, there) {
    const clerk = await itemClerk(there)
    const { token } = await signIn(here, clerk.user.email)
    return { options: bearer(token), withdraw: () => withdraw({ ...clerk, there, token }) }
  },
})

const apiKey = (
  title: string,
  [status, code]: readonly [401 | 403, string],
  withdraw: (clerk: Clerk & { readonly path: string }) => Promise<void>,
): Withdrawal => ({
  title,
  status,
  code,
  async callerOn(_here, there) {
    const clerk = await itemClerk(there)
    const made = await createKey(there, { owner: clerk.user.id, scopes: ['read', 'write'] })
    return { options: key(made), withdraw: () => withdraw({ ...clerk, there, path: `/api-keys/${made.id}` }) }
  },
})

export const signingOut = session('the session signs out', [401, 'INVALID_TOKEN'], ({ there, token }) =>
  succeed(there.post('/auth/logout', undefined, { token })),
)

/** Of a node that listens: an app needs pages. */
const disconnecting: Withdrawal = {
  title: 'the user disconnects the OAuth app',
  status: 401,
  code: 'INVALID_TOKEN',
  async callerOn(here, there) {
    const { user } = await itemClerk(there)
    const site = siteOf(here)
    const person = { email: user.email, password: PASSWORD }
    const { tokens } = await connect(site, await appAt(site, await site.register()), { person })
    return {
      options: bearer(tokens.access_token),
      async withdraw() {
        const { token } = await signIn(there, user.email)
        const apps = (await there.get('/auth/connected-apps', { token })).body.data
        await succeed(there.delete(`/auth/connected-apps/${apps[0].id}`, { token }))
      },
    }
  },
}

export const withdrawals: readonly Withdrawal[] = [
  session('the user is deactivated', [401, 'INVALID_TOKEN'], ({ there, user }) =>
    succeed(there.put(`/users/${user.id}`, { isActive: false })),
  ),
  session('the user gets a new password', [401, 'INVALID_TOKEN'], ({ there, user }) =>
    succeed(there.put(`/users/${user.id}`, { password: `${ADMIN.password} of another` })),
  ),
  session('the user gets a role without the right', [403, 'FORBIDDEN'], ({ there, user }) =>
    succeed(there.put(`/users/${user.id}`, { role: 'viewer' })),
  ),
  session('the role loses the right', [403, 'FORBIDDEN'], ({ changeRole }) => changeRole({ can: ['read'] })),
  apiKey('the API key is revoked', [401, 'INVALID_API_KEY'], ({ there, path }) => succeed(there.delete(path))),
  apiKey('the API key expires', [401, 'API_KEY_EXPIRED'], ({ there, path }) =>
    succeed(there.post(`${path}/rotate`, { overlapHours: 0 })),
  ),
  apiKey('the API key is narrowed to other resources', [403, 'INSUFFICIENT_SCOPE'], ({ there, path }) =>
    succeed(there.put(path, { resources: { customers: ['read', 'write'] } })),
  ),
  apiKey('the API key is bound to another address', [403, 'IP_NOT_ALLOWED'], ({ there, path }) =>
    succeed(there.put(path, { allowedIps: ['203.0.113.0/24'] })),
  ),
  apiKey('the owner of the API key is deactivated', [401, 'INVALID_API_KEY'], ({ there, user }) =>
    succeed(there.put(`/users/${user.id}`, { isActive: false })),
  ),
  disconnecting,
]
