import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../core/problem.ts'
import { isObject } from '../model/input.ts'
import { type Message, msg } from '../model/message.ts'

const LINES_TYPE = 'application/x-ndjson'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The field of the body that lines of JSON become, after the first. */
    readonly takesLines?: string
  }
}

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
