import { Agent, request } from 'node:http'
import { PASSWORD } from '../framework/context.ts'

/** An answer that has arrived whole. */
export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  readonly body: any
}

export interface Call {
  readonly method: string
  /** Under /api/v1. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Without an answer for so long, the request is given up. */
  readonly timeoutMs?: number
}

/** A request that was not answered. `wasSent` is false if no connection could be opened: then nothing can have happened. */
export class NoAnswer extends Error {
  readonly code: string
  readonly wasSent: boolean

  constructor(code: string, wasSent: boolean) {
    super(code)
    this.code = code
    this.wasSent = wasSent
  }
}

/** Long enough for a server that is busy: a request that is given up could still be executed while the drill reads the result. */
const TIMEOUT_MS = 180_000

/** Rejects with `NoAnswer` unless the answer arrives whole. */
export function call(origin: string, agent: Agent, { method, path, body, headers, timeoutMs }: Call): Promise<Reply> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}/api/v1${path}`, {
      method,
      agent,
      timeout: timeoutMs ?? TIMEOUT_MS,
      headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
    let wasSent = false
    asked.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (wasSent = true))
      else wasSent = true
    })
    const fail = (error: NodeJS.ErrnoException) => reject(new NoAnswer(error.code ?? error.message, wasSent))
    asked.on('error', fail)
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('No answer.'), { code: 'TIMEOUT' })))
    asked.on('response', (response) => {
      let received = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      response.on('error', fail)
      response.on('end', () => {
        const isJson = response.headers['content-type']?.startsWith('application/json')
        resolve({ status: response.statusCode!, body: isJson ? JSON.parse(received) : undefined })
      })
    })
    asked.end(text)
  })
}

const ADMIN = { email: 'admin@kontor.local', password: PASSWORD }
const SCOPES = ['read', 'write', 'delete', 'admin']

/** The token of a session of the administrator; undefined if the server refuses it for now. */
export async function signIn(origin: string, agent: Agent): Promise<string | undefined> {
  const signedIn = await call(origin, agent, { method: 'POST', path: '/auth/login', body: ADMIN })
  return signedIn.body?.data?.token
}

/** An API key of the administrator. Unlike a session it lives as long as the drill, on all nodes and after a restart. */
export async function createKey(origin: string): Promise<string> {
  const agent = new Agent()
  const headers = { authorization: `Bearer ${await signIn(origin, agent)}` }
  const body = { name: 'Drill', scopes: SCOPES }
  const created = await call(origin, agent, { method: 'POST', path: '/api-keys', body, headers })
  if (created.status !== 201) throw new Error(`The drill gets no API key: ${JSON.stringify(created.body)}`)
  return created.body.data.key
}
