import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Config } from '../config/config.ts'
import { batchPerTick } from '../core/batch-per-tick.ts'
import { readCertificate } from './certificate.ts'

const AT_ONCE_MAX = 100
/** Not queued behind other requests: a process that is merely busy must not be taken for dead. */
const ALIVE = '/healthz'

/** A client must send its request in reasonable time, or it would hold the connection for ever. */
export interface Timeouts {
  readonly headersMs: number
  readonly requestMs: number
  readonly silenceMs: number
  readonly keepAliveMs: number
  /** How often the timeouts are checked. */
  readonly checkMs: number
}

/**
 * The HTTP listener below the framework. All requests of one tick are parsed first, and then answered: alternating
 * between the two costs more than to find a record.
 */
export function createListener(config: Config, timeouts: Timeouts, answer: RequestListener): Server {
  const answerBatched = batchPerTick<Parameters<RequestListener>[1]>(answerSome)
  const listen: RequestListener = (request, response) =>
    request.url === ALIVE ? answer(request, response) : answerBatched(response)

  /** In a flood of requests, the event loop has its turn in between. */
  function answerSome(responses: Parameters<RequestListener>[1][]): void {
    for (const response of responses.splice(0, AT_ONCE_MAX)) answer(response.req, response)
    if (responses.length > 0) setImmediate(answerSome, responses)
  }

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
