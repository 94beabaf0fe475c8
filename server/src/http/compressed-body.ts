import { type Readable, Readable as Streams } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../core/problem.ts'

/** The framework compares it with the Content-Length, and limits what comes out as well. */
type Counted = Readable & { receivedEncodedLength?: number }

/** Bodies may be compressed by gzip. The limit of a body holds for what it contains. */
export function acceptCompressed(server: FastifyInstance): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const coding = request.headers['content-encoding']?.trim().toLowerCase()
    if (coding === undefined || coding === 'identity' || coding === '') return done(null, payload)
    if (coding === 'gzip' || coding === 'x-gzip') return done(null, gunzipped(payload as Readable))
    const message = `The Content-Encoding "${coding.slice(0, 50)}" is not supported: compress the body by gzip, or not at all.`
    return done(new Problem('UNSUPPORTED_MEDIA_TYPE', { message }))
  })
}

function gunzipped(payload: Readable): Counted {
  const result: Counted = Streams.from(content())
  result.receivedEncodedLength = 0
  payload.on('data', (chunk: Buffer) => {
    result.receivedEncodedLength! += chunk.length
  })
  return result

  async function* content() {
    try {
      yield* payload.pipe(createGunzip())
    } catch {
      throw new Problem('BAD_REQUEST', { message: 'The body is not valid gzip, as its Content-Encoding says.' })
    }
  }
}
