import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { openEngine } from '../../src/db/open.ts'
import { runKontor } from '../support/process.ts'

export type Environment = Readonly<Record<string, string>>

export interface Outcome {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

/** Runs a command in a process of its own, as a user of the shell would. */
export async function kontor(environment: Environment, ...words: string[]): Promise<Outcome> {
  const { code, output, said } = await runKontor(words, environment)
  return { code: code!, output, complaint: said }
}

/** A refusal says why on the error output, in plain words, and exits with the right code. */
export function assertRefused({ code, output, complaint }: Outcome, expectedCode: 1 | 2, reason: RegExp): void {
  assert.deepEqual([code, output], [expectedCode, ''], complaint)
  assert.match(complaint, reason)
  assert.doesNotMatch(complaint, /\n {4}at /)
}

/** The secret of an embedded database is not in its backup; that of a database server is. */
export function copySecret(from: Environment, to: Environment): void {
  if (!from.DATABASE_URL) copyFileSync(join(from.KONTOR_DATA!, 'secret.key'), join(to.KONTOR_DATA!, 'secret.key'))
}

export interface Client {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: any }>
}

/** A server on this database for the duration of the callback, with a signed-in user. */
export async function withClient<T>(
  environment: Environment,
  credentials: { readonly email: string; readonly password: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const config = readConfig({ KONTOR_PLAN: 'custom:1000000/unlimited', ...environment })
  const engine = await openEngine(config.databaseUrl, config.dataFolder)
  const { server } = await buildApp({ config, engine })
  let token = ''
  const call: Client['call'] = async (method, path, body) => {
    const response = await server.inject({
      method,
      url: `/api/v1${path}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body && { payload: body }),
    })
    return { status: response.statusCode, body: response.json() }
  }
  try {
    const signedIn = await call('POST', '/auth/login', credentials)
    assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body))
    token = signedIn.body.data.token
    return await work({ call })
  } finally {
    await server.close()
    await engine.close()
  }
}
