import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../core/problem.ts'

/** JSON only. An empty body is no body; keys that reach into prototypes are refused. */
export function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    // Decoding would quietly put question marks in the place of what is not UTF-8, and they would be stored.
    if (!isUtf8(bytes)) return done(refusal('The body is not valid UTF-8.'))
    const text = bytes.toString('utf8')
    parse(request, text, (error, value) => (error ? done(refusal(faultIn(text))) : done(null, value)))
  })
}

const refusal = (message: string) => new Problem('INVALID_JSON', { message })

/** Says what is wrong with the text and where, without repeating any of it: it may hold a password. */
function faultIn(text: string): string {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = reasonIn((error as Error).message)
    return reason ? `The body is not valid JSON: ${reason}.` : 'The body is not valid JSON.'
  }
  return 'The body must not contain the keys "__proto__" or "constructor" with "prototype" inside.'
}

function reasonIn(message: string): string | undefined {
  if (message === 'Unexpected end of JSON input') return 'it ends too early'
  const [, token] = /^Unexpected token ('.')/u.exec(message) ?? []
  if (token) return `unexpected character ${token}`
  const [, what, line, column] =
    /^([^"]+?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/.exec(message) ?? []
  return what && `${what[0]!.toLowerCase()}${what.slice(1)}, at line ${line}, column ${column}`
}
