import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JsonBounds } from '../core/input/json-bounds.ts'
import { invalid, isAbsent, joined, type Pair, shown } from '../core/lists/parameters.ts'
import { Problem } from '../core/problem.ts'
import type { Fields } from '../model/fields.ts'
import { type Detail, Faults, readInput } from '../model/input.ts'
import { hasEntries } from '../model/kinds/field-kind.ts'
import { type Message, msg } from '../model/message.ts'
import { didYouMean } from '../model/nearest.ts'
import type { AnyRecord } from '../model/resource.ts'
import { isPlainText } from '../model/text.ts'

const PAIRS_MAX = 100

/** The decoded parameters of an address. A broken one is refused rather than guessed at. */
export function parseQueryString(url: string): Pair[] {
  const start = url.indexOf('?')
  if (start < 0) return []
  const parts = url
    .slice(start + 1)
    .split('&')
    .filter((part) => part !== '')
  if (parts.length > PAIRS_MAX) throw invalid('', msg`There are more than ${PAIRS_MAX} parameters.`)
  return parts.map((part): Pair => {
    const equals = part.indexOf('=')
    const name = decode(equals < 0 ? part : part.slice(0, equals))
    const value = decode(equals < 0 ? '' : part.slice(equals + 1))
    return plainPair([name, value])
  })
}

export function plainPair([name, value]: Pair): Pair {
  if (!isPlainText(name) || !isPlainText(value)) throw invalid('', msg`Parameters must not contain control characters.`)
  return [name, value]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid(
      '',
      msg`"${text.slice(0, 100)}" is not a valid part of an address: % must be followed by two hexadecimal digits of valid UTF-8.`,
    )
  }
}

/** The parameters of an action that has its own, checked like the fields of a body. */
export function readQuery(fields: Fields, pairs: readonly Pair[]): AnyRecord {
  const sent: AnyRecord = {}
  const fieldOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined)
  const isList = (name: string) => {
    const field = fieldOf(name)
    return field !== undefined && hasEntries(field)
  }
  for (const [name, text] of joined(pairs, isList)) {
    const field = fieldOf(name)
    if (!field)
      throw invalid(name, msg`There is no parameter ${shown(name)} here.${didYouMean(name, Object.keys(fields))}`)
    if (isAbsent(text)) continue
    // What is no such value stays as it is, to be refused with a word about what would be right.
    sent[name] = field.kind.fromText(text, field.options) ?? text
  }
  const faults = new Faults()
  const values = readInput(fields, sent, 'create', faults)
  if (faults.length > 0) throw refusal(faults.details.map(byOwnName))
  return values
}

/** A parameter is called as it is sent, unlike a field, which has a label: "q is required." */
const byOwnName = ({ field, message }: Detail): Detail => ({
  field,
  message: { ...message, values: [field, ...message.values.slice(1)] },
})

const refusal = (details: readonly Detail[]) => new Problem('INVALID_PARAMETER', { text: details[0]!.message, details })

const JSON_TYPE = 'application/json'
/** RFC 7396: what a partial update means here anyway. */
const PATCH_TYPE = 'application/merge-patch+json'

/** JSON only. An empty body is no body; keys that reach into prototypes are refused. */
export function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>([JSON_TYPE, PATCH_TYPE], { parseAs: 'buffer' }, (request, bytes, done) => {
    if (isPatch(request) && request.method !== 'PATCH') return done(new Problem('UNSUPPORTED_MEDIA_TYPE'))
    if (bytes.length === 0) return done(null, undefined)
    // Before anything looks at the body, whether the route takes one or not.
    const problem = new JsonBounds().problemIn(bytes)
    if (problem) return done(problem)
    // Decoding would quietly put question marks in the place of what is not UTF-8, and they would be stored.
    if (!isUtf8(bytes)) return done(invalidJson(msg`The body is not valid UTF-8.`))
    const text = bytes.toString('utf8')
    parse(request, text, (error, value) => (error ? done(invalidJson(faultIn(text))) : done(null, value)))
  })
}

const isPatch = ({ headers }: FastifyRequest) => headers['content-type']?.toLowerCase().startsWith(PATCH_TYPE) === true

const invalidJson = (text: Message) => new Problem('INVALID_JSON', { text })

/** Says what is wrong with the text and where, without repeating any of it: it may hold a password. */
function faultIn(text: string): Message {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = reasonIn((error as Error).message)
    return reason ? msg`The body is not valid JSON: ${reason}.` : msg`The body is not valid JSON.`
  }
  return msg`The body must not contain the keys "__proto__" or "constructor" with "prototype" inside.`
}

function reasonIn(message: string): Message | undefined {
  if (message === 'Unexpected end of JSON input') return msg`it ends too early`
  const [, token] = /^Unexpected token ('.')/u.exec(message) ?? []
  if (token) return msg`unexpected character ${token}`
  const [, what, line, column] =
    /^([^"]+?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/.exec(message) ?? []
  return what ? msg`${what[0]!.toLowerCase()}${what.slice(1)}, at line ${line!}, column ${column!}` : undefined
}

/** The framework compares it with the Content-Length, and limits what comes out as well. */
type Counted = Readable & { receivedEncodedLength?: number }

/** Text compresses to a tenth, a table of equal rows perhaps to a fiftieth; only what was made to be large goes beyond this. */
export const RATIO_MAX = 100
/** Any body may be so large. */
const UNPACKED_FREE_BYTES = 1_048_576

/** Bodies may be compressed by gzip. The limit of a body holds for what it contains. */
export function acceptCompressed(
  { headers }: FastifyRequest,
  payload: Readable,
  done: (problem: Problem | null, payload?: Readable) => void,
): void {
  const coding = headers['content-encoding']?.trim().toLowerCase()
  if (coding === undefined || coding === 'identity' || coding === '') done(null, payload)
  else if (coding === 'gzip' || coding === 'x-gzip') done(null, gunzipped(payload))
  else {
    const text = msg`The Content-Encoding "${coding.slice(0, 50)}" is not supported: compress the body by gzip, or not at all.`
    done(new Problem('UNSUPPORTED_MEDIA_TYPE', { text }))
  }
}

const tooCompressed = () =>
  new Problem('PAYLOAD_TOO_LARGE', {
    text: msg`The body is more than ${RATIO_MAX} times as large as its compressed form. Send it without compression.`,
  })

function gunzipped(payload: Readable): Counted {
  // Connected at once: otherwise what arrives before the first read is lost.
  const gunzip = createGunzip()
  pipeline(payload, gunzip, () => undefined)
  const result: Counted = Readable.from(content())
  result.receivedEncodedLength = 0
  payload.on('data', (chunk: Buffer) => {
    result.receivedEncodedLength! += chunk.length
  })
  return result

  async function* content() {
    let unpacked = 0
    try {
      for await (const chunk of gunzip as AsyncIterable<Buffer>) {
        unpacked += chunk.length
        if (unpacked > UNPACKED_FREE_BYTES && unpacked > RATIO_MAX * result.receivedEncodedLength!)
          throw tooCompressed()
        yield chunk
      }
    } catch (error) {
      if (error instanceof Problem) throw error
      throw new Problem('BAD_REQUEST', { text: msg`The body is not valid gzip, as its Content-Encoding says.` })
    }
  }
}
