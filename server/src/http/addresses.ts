import type { FastifyInstance } from 'fastify'
import type { Action } from '../core/action.ts'
import { Problem } from '../core/problem.ts'
import type { Entry } from '../core/rules.ts'
import { msg } from '../model/message.ts'
import type { Gate } from './gate.ts'

export const API_ROOT = '/api/v1'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Method = (typeof METHODS)[number]

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** The origin that apps know this service by: as it is set up, or else where it listens. */
export function publicOrigin({ server }: FastifyInstance, baseUrl: string | undefined): string {
  if (baseUrl) return baseUrl
  const address = server.address()
  const scheme = 'setSecureContext' in server ? 'https' : 'http'
  if (address === null || typeof address === 'string') return `${scheme}://localhost`
  const name = EVERYWHERE.has(address.address) ? 'localhost' : address.address
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}

/** A record can be changed by PUT or PATCH; a file is replaced as a whole, and what may be created is put. */
export const methodsOf = ({ method, consumes, isUpsert }: Action): Method[] =>
  method === 'PUT' && !consumes && !isUpsert ? ['PUT', 'PATCH'] : [method]

export const urlOf = ({ path, resource }: Entry, action: Action): string =>
  `${API_ROOT}/${path ?? resource.name}${action.path}`

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is there to refuse a method. */
    readonly isRefusal?: true
  }
}

/** A known address answers to other methods with 405 and those that it does answer to. */
export function refuseOtherMethods(server: FastifyInstance, entries: readonly Entry[], gate: Gate): void {
  const routes = entries.flatMap((entry) => entry.actions.map((action) => ({ url: urlOf(entry, action), action })))
  for (const [url, all] of Map.groupBy(routes, (route) => route.url)) {
    const allowed = METHODS.filter((method) => all.some(({ action }) => methodsOf(action).includes(method)))
    const allow = allowed.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])).join(', ')
    const isPublic = all.some(({ action }) => action.access === 'public')
    server.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      config: { isRefusal: true },
      onRequest: [
        isPublic ? gate.admitAnyone : gate.admit,
        async ({ method }, reply) => {
          reply.header('allow', allow)
          throw new Problem('METHOD_NOT_ALLOWED', { text: msg`${method} is not possible here. Possible: ${allow}.` })
        },
      ],
      handler: () => undefined,
    })
  }
}
