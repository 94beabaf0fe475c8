import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SentFile } from '../core/action.ts'
import { Problem } from '../core/problem.ts'
import { isObject } from '../model/input.ts'
import { eitherOf, type Message, msg } from '../model/message.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of the files that a route takes instead of JSON. */
    readonly consumes?: readonly string[]
    /** The field of the body that lines of JSON become, after the first. */
    readonly takesLines?: string
  }
}

const typeOf = ({ headers }: FastifyRequest) => headers['content-type']?.replace(/;.*/s, '').trim().toLowerCase()

/** Files are read only by the routes that take them. */
export function acceptFiles(server: FastifyInstance, types: readonly string[]): void {
  if (types.length === 0) return
  server.addContentTypeParser<Buffer>([...new Set(types)], { parseAs: 'buffer' }, (request, bytes, done) => {
    const { consumes } = request.routeOptions.config
    if (!consumes) return done(new Problem('UNSUPPORTED_MEDIA_TYPE'))
    done(null, { type: typeOf(request)!, content: bytes.toString('base64') } satisfies SentFile)
  })
}

/** Of a route that takes files: refuses a body of another type before it is read. */
export function refuseOtherTypes(types: readonly string[]) {
  const text = msg`Send the file itself as the body, with the header Content-Type: ${eitherOf(types)}.`
  return async (request: FastifyRequest): Promise<void> => {
    if (!types.includes(typeOf(request) ?? '')) throw new Problem('UNSUPPORTED_MEDIA_TYPE', { text })
  }
}

const LINES_TYPE = 'application/x-ndjson'
const invalidLines = (text: Message) => new Problem('INVALID_JSON', { text })

/** Lines of JSON (NDJSON), of the routes that take them: the first has the other fields of the body. */
export function acceptLines(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<Buffer>(LINES_TYPE, { parseAs: 'buffer' }, (request, bytes, done) => {
    const { takesLines } = request.routeOptions.config
    if (!takesLines) return done(new Problem('UNSUPPORTED_MEDIA_TYPE'))
    if (!isUtf8(bytes)) return done(invalidLines(msg`The body is not valid UTF-8.`))
    const values: unknown[] = []
    for (const [index, line] of bytes.toString('utf8').split('\n').entries()) {
      if (line.trim() === '') continue
      let isWrong = false
      parse(request, line, (error, value) => {
        isWrong = error !== null
        values.push(value)
      })
      if (isWrong) return done(invalidLines(msg`Line ${index + 1} is not valid JSON.`))
    }
    const [head, ...rows] = values
    if (!isObject(head)) return done(invalidLines(msg`The first line must be an object such as {"action": "create"}.`))
    done(null, { ...head, [takesLines]: rows })
  })
}
