import type { FastifyRequest } from 'fastify'
import type { BareAnswer } from '../connections.ts'
import type { Answer } from './answer.ts'
import type { LogStream } from './logger.ts'

const PATH_SHOWN_MAX = 500

/** One line a request. The query string stays out: it may hold what people search for. */
export class AccessLog {
  readonly #stream: LogStream | undefined
  #lines = ''
  #now = 0
  #nowText = ''

  constructor(stream: LogStream | undefined) {
    this.#stream = stream
  }

  request({ id, url, ip, actor }: FastifyRequest, { method, route, status, ms }: Answer, message = 'request'): void {
    const path = url.split('?', 1)[0]!.slice(0, PATH_SHOWN_MAX)
    const user = actor?.userId ?? null
    this.#write({ requestId: id, method, path, route, status, ms, user, address: ip, msg: message })
  }

  /** The same for what never became a request. */
  bareAnswer({ requestId, address, problem }: BareAnswer): void {
    const unknown = { method: null, path: null, route: null, ms: null, user: null }
    this.#write({ requestId, ...unknown, status: problem.status, address, msg: problem.message })
  }

  /** What is logged in one moment is written in one go. */
  #write(line: object): void {
    if (!this.#stream) return
    if (this.#lines === '') setImmediate(() => this.#flush())
    this.#lines += `{"level":"info","time":"${this.#time()}",${JSON.stringify(line).slice(1)}\n`
  }

  /** Many lines are of the same millisecond, and writing a time out costs as much as the rest of a line. */
  #time(): string {
    const now = Date.now()
    if (now !== this.#now) {
      this.#now = now
      this.#nowText = new Date(now).toISOString()
    }
    return this.#nowText
  }

  #flush(): void {
    const lines = this.#lines
    this.#lines = ''
    this.#stream!.write(lines)
  }
}
