import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SentFile } from '../core/action.ts'
import { JsonBounds } from '../core/input/json-bounds.ts'
import { linesIn } from '../core/input/lines-in.ts'
import { Problem } from '../core/problem.ts'
import { isObject } from '../model/input.ts'
import { eitherOf, type Message, msg } from '../model/message.ts'
import type { AnyRecord } from '../model/resource.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of the files that a route takes instead of JSON. */
    readonly consumes?: readonly string[]
    /** The field of the body that lines of JSON become, after the first, and how many it takes. */
    readonly takesLines?: { readonly field: string; readonly max: number }
  }
}

const typeOf = ({ headers }: FastifyRequest) => headers['content-type']?.replace(/;.*/s, '').trim().toLowerCase()

const LINES_TYPE = 'application/x-ndjson'

/** Files, and lines of JSON (NDJSON), are read only by the routes that take them. */
export function acceptFiles(server: FastifyInstance, types: readonly string[]): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  const every = new Set([...types, LINES_TYPE])
  server.addContentTypeParser<Buffer>([...every], { parseAs: 'buffer' }, (request, bytes, done) => {
    const { consumes, takesLines } = request.routeOptions.config
    const type = typeOf(request)!
    if (consumes) return done(null, { type, content: bytes.toString('base64') } satisfies SentFile)
    if (!takesLines || type !== LINES_TYPE) return done(new Problem('UNSUPPORTED_MEDIA_TYPE'))
    const body = bodyInLines(bytes, takesLines, (line) => valueIn(parse, request, line))
    done(body instanceof Problem ? body : null, body)
  })
}

type Parse = ReturnType<FastifyInstance['getDefaultJsonParser']>

function valueIn(parse: Parse, request: FastifyRequest, line: string): { readonly value: unknown } | undefined {
  let read: { readonly value: unknown } | undefined
  parse(request, line, (error, value) => {
    if (!error) read = { value }
  })
  return read
}

const invalidLines = (text: Message) => new Problem('INVALID_JSON', { text })

/** The first line has the other fields of the body. Lines beyond one more than the field takes are not read. */
function bodyInLines(
  bytes: Buffer,
  { field, max }: { readonly field: string; readonly max: number },
  read: (line: string) => { readonly value: unknown } | undefined,
): AnyRecord | Problem {
  if (!isUtf8(bytes)) return invalidLines(msg`The body is not valid UTF-8.`)
  const values: unknown[] = []
  const bounds = new JsonBounds()
  for (const { number, from, to } of linesIn(bytes)) {
    const problem = bounds.problemIn(bytes, from, to)
    if (problem) return problem
    const found = read(bytes.toString('utf8', from, to))
    if (!found) return invalidLines(msg`Line ${number} is not valid JSON.`)
    if (values.push(found.value) > max + 1) break
  }
  const [head, ...rows] = values
  if (!isObject(head)) return invalidLines(msg`The first line must be an object such as {"action": "create"}.`)
  return { ...head, [field]: rows }
}

/** Of a route that takes files: refuses a body of another type before it is read. */
export function refuseOtherTypes(types: readonly string[]) {
  const text = msg`Send the file itself as the body, with the header Content-Type: ${eitherOf(types)}.`
  return async (request: FastifyRequest): Promise<void> => {
    if (!types.includes(typeOf(request) ?? '')) throw new Problem('UNSUPPORTED_MEDIA_TYPE', { text })
  }
}
