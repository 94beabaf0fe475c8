import type { FastifyRequest } from 'fastify'
import { together } from '../../core/together.ts'
import type { BareAnswer } from '../connections.ts'
import type { Answer } from './answer.ts'
import type { LogStream } from './logger.ts'

const PATH_SHOWN_MAX = 500

/** One line a request. The query string stays out: it may hold what people search for. */
export class AccessLog {
  /** What is logged in one moment is written in one go. */
  readonly #writeLine: ((line: string) => void) | undefined
  #now = 0
  #nowText = ''

  constructor(stream: LogStream | undefined) {
    this.#writeLine = stream && together((lines: string[]) => stream.write(lines.join('')))
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

  #write(line: object): void {
    this.#writeLine?.(`{"level":"info","time":"${this.#time()}",${JSON.stringify(line).slice(1)}\n`)
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
}
