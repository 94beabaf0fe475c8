import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Problem } from '../core/problem.ts'
import { type Headers, requestIdOf } from './headers.ts'
import { envelopeOf, problemFromConnection, problemOfConnect } from './problems.ts'

/** A connection that is open when the server stops may carry a request that is still on its way. */
const LINGER_MS = 500
const SWEEP_MS = 200

/** A response written to the socket, because there was no request to reply to. */
export interface BareAnswer {
  readonly requestId: string
  readonly address: string
  readonly problem: Problem
}

export interface ConnectionOptions {
  headersFor(address: string): Headers
  onAnswer(answer: BareAnswer): void
}

/** What never becomes a request gets a response too: garbage, headers that do not end, CONNECT. */
export interface Connections {
  watch(server: Server): void
  /** Called before a body is read: tells a client that waits to send it. Returns a fault that is already known. */
  begin(request: IncomingMessage, response: ServerResponse): Problem | undefined
  /** A body may still arrive that was not asked for, so the rest of this connection cannot be parsed. */
  isWaiting(request: IncomingMessage): boolean
  onError(error: Error & { readonly code?: string }, connection: Socket): void
}

// Stored on the objects themselves, with every request: that costs less than a WeakMap.
const LATEST = Symbol('latest response')
const FAULT = Symbol('fault in the body')
/** `Expect: 100-continue` asks whether to send the body. Only an admitted request is told to continue. */
const IS_WAITING = Symbol('waits to send the body')
type Used = Socket & { [LATEST]?: ServerResponse }
type Heard = IncomingMessage & { [FAULT]?: Problem; [IS_WAITING]?: boolean }

export function createConnections(options: ConnectionOptions): Connections {
  const answer: Answer = (connection, problem, requestId) => {
    if (!connection.writable) {
      connection.destroy()
      return
    }
    const { remoteAddress: address = '' } = connection as Duplex & { remoteAddress?: string }
    connection.end(answerText(problem, requestId, options.headersFor(address)))
    options.onAnswer({ requestId, address, problem })
  }
  return {
    begin(request: Heard, response) {
      if (request[FAULT] || !request[IS_WAITING]) return request[FAULT]
      request[IS_WAITING] = false
      response.writeContinue()
      return undefined
    },
    isWaiting: (request: Heard) => request[IS_WAITING] === true,
    watch: (server) => watchServer(server, answer),
    onError(error, connection: Used) {
      const problem = problemFromConnection(error)
      const response = connection[LATEST]
      const isOver = !response || (response.req.complete && response.writableFinished)
      if (!problem) connection.destroy()
      else if (isOver) answer(connection, problem, requestIdOf())
      else if (!response.req.complete) refuseBody(response, connection, problem)
      else response.once('close', () => answer(connection, problem, requestIdOf())) // responses keep their order
    },
  }
}

/** Writes a response to a connection that carries no request. */
type Answer = (connection: Duplex, problem: Problem, requestId: string) => void

function watchServer(server: Server, answer: Answer): void {
  server.on('request', (request, response) => {
    ;(request.socket as Used)[LATEST] = response
  })
  server.on('checkContinue', (request: Heard, response) => {
    request[IS_WAITING] = true
    server.emit('request', request, response)
  })
  // Another expectation is no reason to leave the envelope; treat the request like any other.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  // The idle timeout must not close a connection while its response is still being prepared. A client that does not take
  // what has been sent already is idle.
  server.on('timeout', (connection: Used) => {
    const response = connection[LATEST]
    const isPreparing = response?.req.complete && !response.writableEnded && response.writableLength === 0
    if (!isPreparing) connection.destroy()
  })
  server.on('connect', (request, connection) => {
    connection.on('error', () => connection.destroy())
    answer(connection, problemOfConnect(), requestIdOf(request))
  })
}

/** The body of a request is broken or does not end. The code that reads the body gets the problem and answers as usual. */
function refuseBody(response: ServerResponse, connection: Socket, problem: Problem): void {
  if (response.headersSent) {
    connection.destroySoon() // the response has been sent; just close the socket
    return
  }
  response.setHeader('connection', 'close')
  ;(response.req as Heard)[FAULT] = problem
  if (response.req.listenerCount('error') > 0) response.req.emit('error', problem)
}

/**
 * A whole response as text, for a connection on which no request could be read. Node has no response object there and
 * documents writing to the socket ('clientError').
 */
function answerText(problem: Problem, requestId: string, usualHeaders: Headers): string {
  const body = envelopeOf(problem, requestId, 'en')
  const headers = {
    'x-request-id': requestId,
    ...usualHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  let head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n`
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderValue(name, value)
    head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n${body}`
}

/**
 * Takes no new connections, and closes the open ones as soon as they have nothing more to say. The server's own close
 * would hang up at once on those that seem idle, although a request may have been sent already, and would stop looking
 * for requests that never end.
 */
export async function finishConnections(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => Listener.prototype.close.call(server, () => resolve()))
  await Promise.race([closed, sleep(LINGER_MS, undefined, { ref: false })])
  server.headersTimeout = 1 // a connection without data by now has nothing in transit
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  await closed
  clearInterval(sweep)
}
