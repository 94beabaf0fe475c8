import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../core/problem.ts'
import type { Words } from './words/words.ts'

const BODY_LIMIT_BYTES = 16_384

/** Forms only, as browsers send them. */
export function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, text, done) => done(null, new URLSearchParams(text)),
  )
}

export const fieldIn = ({ body }: FastifyRequest, name: string): string =>
  body instanceof URLSearchParams ? (body.get(name) ?? '') : ''

/** A form of another site must not act for whoever is signed in here. Browsers say where a form comes from. */
export function refuseForeign({ headers }: FastifyRequest, issuer: string, { failure }: Words): void {
  const { origin, host } = headers
  const isOwn = origin !== undefined && (origin === new URL(issuer).origin || URL.parse(origin)?.host === host)
  const site = headers['sec-fetch-site']
  if (isOwn && (site === undefined || site === 'same-origin')) return
  throw new Problem('FORBIDDEN', { message: failure.foreignForm })
}
