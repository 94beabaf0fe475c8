import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { everyResource } from '../../src/app/every-resource.ts'
import { roles, type User, users } from '../../src/auth/access.resources.ts'
import { hashPassword } from '../../src/auth/passwords.ts'
import type { Records, RequestScope } from '../../src/core/store.ts'
import type { Engine } from '../../src/db/engine.ts'
import { createStore } from '../../src/db/store.ts'
import type { Permissions } from '../../src/model/rights.ts'
import type { Answer, CallOptions, Kontor } from './kontor.ts'

export const PASSWORD = 'the same for everyone'

/** A signed-in user. */
export interface Person extends Pick<User, 'id' | 'email' | 'name' | 'role'> {
  readonly token: string
  readonly refreshToken: string
}

// Hashing is slow on purpose; one digest serves every person of a test file.
let digest: Promise<string> | undefined
let lastNumber = 0

const scope = (): RequestScope => ({ now: new Date().toISOString(), userId: null, ownOnly: () => false })

/** A transaction behind the back of the server, as another process would do it. */
export const behindTheScenes = <T>(engine: Engine, work: (records: Records) => Promise<T>): Promise<T> =>
  createStore(engine, everyResource()).write(scope(), work)

export async function addUser(engine: Engine, role: string, given: Partial<User> = {}): Promise<User> {
  digest ??= hashPassword(PASSWORD)
  const passwordHash = await digest
  const name = `${role} ${++lastNumber}`
  const email = `${role}.${lastNumber}@people.example`
  return behindTheScenes(engine, (records) =>
    records.insert(users, {
      email,
      name,
      role,
      type: 'user',
      isActive: true,
      passwordHash,
      hasSecondFactor: false,
      ...given,
    }),
  )
}

export const changeUser = (engine: Engine, id: string, changes: Partial<User>): Promise<User> =>
  behindTheScenes(engine, async (records) => records.update(users, await records.lock(users, id), changes))

/** A custom role; returns its name. */
export async function addRole(engine: Engine, permissions: Permissions): Promise<string> {
  const name = `custom-${++lastNumber}`
  await behindTheScenes(engine, (records) =>
    records.insert(roles, {
      name,
      permissions,
      isShipped: false,
      requiresSecondFactor: false,
      secondFactorGraceDays: 14,
    }),
  )
  return name
}

/** A new user of this role, signed in. */
export async function signedIn(kontor: Kontor, role: string): Promise<Person> {
  const { email } = await addUser(kontor.engine, role)
  return signIn(kontor, email)
}

/** One more session of an existing user. */
export async function signIn(kontor: Kontor, email: string): Promise<Person> {
  const { status, body, text } = await kontor.login(email, PASSWORD)
  assert.equal(status, 200, text)
  const { token, refreshToken, user } = body.data
  return { ...user, token, refreshToken }
}

/** A request from a certain address: limits and throttles count by the network that it comes from. */
export async function callFrom(
  server: FastifyInstance,
  remoteAddress: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, headers, token }: Omit<CallOptions, 'text'> = {},
): Promise<Answer> {
  const response = await server.inject({
    method,
    url: `/api/v1${path}`,
    remoteAddress,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { payload: body as object }),
  })
  const text = response.body
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
