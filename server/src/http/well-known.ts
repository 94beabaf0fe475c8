import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

export const WELL_KNOWN_PATH = '/.well-known/'

const DAY_MS = 86_400_000
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** `/.well-known/security.txt` (RFC 9116), if the settings name a contact. */
export function mountSecurityText(
  server: FastifyInstance,
  { securityContact, baseUrl }: Config,
  clock: () => number,
): void {
  if (!securityContact) return
  const path = `${WELL_KNOWN_PATH}security.txt`
  server.get(path, async (_request, reply) => {
    const expires = new Date(clock() + VALID_DAYS * DAY_MS).toISOString()
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, de',
      ...(baseUrl ? [`Canonical: ${baseUrl}${path}`] : []),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
