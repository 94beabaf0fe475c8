import { type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { latest } from '../../model/memo/latest.ts'
import type { Headers } from '../headers.ts'

/** What would end a header early. */
const UNFIT = /[^\t\x20-\x7e\x80-\xff]/

/** Headers as they are sent. */
export function linesOf(headers: Headers): string {
  let lines = ''
  for (const name in headers) {
    const value = headers[name]!
    if (UNFIT.test(value)) throw new Error(`The header ${name} has a value that cannot be sent.`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

/** What stands before the body. */
export const headText = (status: number, lines: string): string =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`

/** Where Node keeps a head that is written out. It has no public name, so one test compares such heads with those of Node. */
type Written = ServerResponse & { _header: string }

/** Whether it goes to a client that keeps its connection, in the version of HTTP that all speak. */
export const isPlain = (response: ServerResponse): boolean =>
  response.shouldKeepAlive &&
  response.req.httpVersionMinor === 1 &&
  !response.hasHeader('connection') &&
  response.req.socket instanceof Socket // it did not only pretend to come by one

/** Node looks at each header of every answer several times; of most, it is known beforehand that they are right. */
export function writePlainHead(response: ServerResponse, status: number, lines: string): void {
  response.statusCode = status
  const date = dateText(Math.floor(Date.now() / 1000))
  ;(response as Written)._header = headText(status, `${lines}date: ${date}\r\n`)
}

const dateText = latest((seconds: number) => new Date(seconds * 1000).toUTCString())
