import type { FastifyInstance } from 'fastify'

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** The origin that apps know this service by: as it is set up, or else where it listens. */
export function issuerOf({ server }: FastifyInstance, baseUrl: string | undefined): string {
  if (baseUrl) return baseUrl
  const address = server.address()
  const scheme = 'setSecureContext' in server ? 'https' : 'http'
  if (address === null || typeof address === 'string') return `${scheme}://localhost`
  const name = EVERYWHERE.has(address.address) ? 'localhost' : address.address
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}
