import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Config } from '../config.ts'
import { together } from '../core/together.ts'
import { readCertificate } from './certificate.ts'

/** A client must send its request in reasonable time, or it would hold the connection for ever. */
export interface Timeouts {
  readonly headersMs: number
  readonly requestMs: number
  readonly silenceMs: number
  readonly keepAliveMs: number
  /** How often the clocks are looked at. */
  readonly checkMs: number
}

/**
 * What listens below the framework. Requests that arrive in one moment are all read first, and then answered in one go:
 * to go back and forth between the two costs more than to find a record.
 */
export function createListener(config: Config, timeouts: Timeouts, answer: RequestListener): Server {
  const answerTogether = together<Parameters<RequestListener>[1]>((responses) => {
    for (const response of responses) answer(response.req, response)
  })
  const listen: RequestListener = (_request, response) => answerTogether(response)
  const options = {
    requireHostHeader: false, // checked by us, to answer in the envelope
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
  }
  const certificate = readCertificate(config)
  const tls = { ...certificate, minVersion: 'TLSv1.2' as const, handshakeTimeout: timeouts.headersMs }
  const server = certificate ? createSecureServer({ ...options, ...tls }, listen) : createServer(options, listen)
  return server.setTimeout(timeouts.silenceMs)
}
