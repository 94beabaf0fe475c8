import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SentFile } from '../core/action.ts'
import { Problem } from '../core/problem.ts'
import { eitherOf, msg } from '../model/message.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of the files that a route takes instead of JSON. */
    readonly consumes?: readonly string[]
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
