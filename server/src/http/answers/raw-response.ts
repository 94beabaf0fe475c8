import { STATUS_CODES, validateHeaderValue } from 'node:http'
import type { Headers } from '../headers.ts'

/**
 * A whole response as text, for a connection on which no request could be read. Node has no response object there and
 * documents writing to the socket ('clientError').
 */
export function rawResponse(status: number, headers: Headers, body: string): string {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (const [name, value] of Object.entries(all)) {
    validateHeaderValue(name, value)
    head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n${body}`
}
