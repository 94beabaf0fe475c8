import { msg } from '../../model/message.ts'
import { Problem } from '../problem.ts'

export const DEPTH_MAX = 20
/** Of one object. No declaration has nearly as many fields. */
export const KEYS_MAX = 1000
/** Of one list. A field that takes fewer says so itself. */
export const ENTRIES_MAX = 10_000
/** Of a whole body: the keys of all objects and the entries of all lists. */
export const VALUES_MAX = 250_000

const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** 1 for each byte that has a meaning outside of texts. */
const IS_STRUCTURE = new Uint8Array(256)
for (const byte of [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) IS_STRUCTURE[byte] = 1

/** By depth: the commas of the object or list that is open there, and how many it may have. */
const commas = new Int32Array(DEPTH_MAX + 1)
const maxima = new Int32Array(DEPTH_MAX + 1).fill(ENTRIES_MAX)

/**
 * Refuses JSON that consists of too much, before it is parsed. A few megabytes may hold a million keys, which would keep the
 * event loop busy for seconds. Whether it is JSON at all is for the parser to say. The values of several texts add up.
 */
export class JsonBounds {
  #values = 0

  /** Of all texts so far: the keys of objects and the entries of lists. */
  get values(): number {
    return this.#values
  }

  /** Why the text from one position to another is refused; undefined if it is not. */
  problemIn(bytes: Uint8Array, from = 0, to = bytes.length): Problem | undefined {
    let depth = 0
    let values = this.#values
    commas[0] = 0
    for (let at = nextStructure(bytes, from, to); at < to; at = nextStructure(bytes, at + 1, to)) {
      const byte = bytes[at]!
      if (byte === QUOTE) at = endOfText(bytes, at, to)
      else if (byte === COMMA) {
        if (++commas[depth]! >= maxima[depth]!) return tooMany(maxima[depth]!)
        if (++values > VALUES_MAX) return tooMany(VALUES_MAX)
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth > 0) depth--
      } else {
        if (++depth > DEPTH_MAX) return tooDeep()
        if (++values > VALUES_MAX) return tooMany(VALUES_MAX)
        commas[depth] = 0
        maxima[depth] = byte === OPEN_LIST ? ENTRIES_MAX : KEYS_MAX
      }
    }
    this.#values = values
    return undefined
  }
}

function nextStructure(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && IS_STRUCTURE[bytes[at]!] === 0) at++
  return at
}

/** The position of the quote that ends a text. */
function endOfText(bytes: Uint8Array, start: number, to: number): number {
  let at = start + 1
  while (at < to && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

const tooDeep = () => new Problem('INVALID_JSON', { text: msg`The body is nested deeper than ${DEPTH_MAX} levels.` })

function tooMany(max: number): Problem {
  const text = {
    [KEYS_MAX]: msg`An object in the body has more than ${KEYS_MAX} fields. Send only fields that are documented.`,
    [ENTRIES_MAX]: msg`A list in the body has more than ${ENTRIES_MAX} entries. Send fewer in one request.`,
    [VALUES_MAX]: msg`The body has more than ${VALUES_MAX} values. Divide it into several requests.`,
  }[max]!
  return new Problem('PAYLOAD_TOO_LARGE', { text })
}
