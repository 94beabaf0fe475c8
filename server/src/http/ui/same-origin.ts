import type { FastifyRequest } from 'fastify'
import { Problem } from '../../core/problem.ts'

/** A page of another site must not use our cookie. Browsers say where a request comes from, and no page can alter it. */
export function refuseCrossSite({ headers }: FastifyRequest, baseUrl: string | undefined): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isOwn = site === undefined ? isOwnOrigin(origin, host, baseUrl) : site === 'same-origin' || site === 'none'
  if (isOwn) return
  throw new Problem('FORBIDDEN', { message: 'Only the web interface itself may do this, from its own address.' })
}

const isOwnOrigin = (origin: string | undefined, host: string | undefined, baseUrl: string | undefined): boolean =>
  origin !== undefined && (origin === baseUrl || URL.parse(origin)?.host === host)
