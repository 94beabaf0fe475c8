import type { FastifyRequest } from 'fastify'
import { together } from '../../core/together.ts'
import { timeText } from '../../model/time-text.ts'
import type { BareAnswer } from '../connections.ts'
import type { Answer } from './answer.ts'
import type { LogStream } from './logger.ts'

const PATH_SHOWN_MAX = 500

/** One line a request. The query string stays out: it may hold what people search for. */
export class AccessLog {
  /** What is logged in one moment is written in one go, which is far cheaper than line by line. */
  readonly #write: (line: object) => void

  constructor(stream: LogStream | undefined) {
    this.#write = stream ? together((lines) => stream.write(textOf(lines))) : () => {}
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
}

function textOf(lines: readonly object[]): string {
  const begin = `{"level":"info","time":"${timeText(Date.now())}",`
  return lines.map((line) => `${begin}${JSON.stringify(line).slice(1)}\n`).join('')
}
