import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz' // sorted, so that ids sort as the numbers they encode
const TIME_LENGTH = 9
const COUNTER_LENGTH = 3
const RANDOM_LENGTH = 8
const POOL_BYTES = 4096
/** In the year 3084. */
const TIME_MAX = 32 ** TIME_LENGTH - 1
const COUNTER_MAX = 32 ** COUNTER_LENGTH

let lastTime = 0
let counter = 0

/**
 * An id begins with the millisecond of creation, so that sorting by id is sorting by `createdAt`. A counter keeps the
 * order inside a millisecond; forty random bits keep apart the ids of several processes.
 */
export function createId(prefix: string, now: string): string {
  const time = Date.parse(now)
  counter = time === lastTime ? (counter + 1) % COUNTER_MAX : 0
  lastTime = time
  let random = ''
  for (let count = 0; count < RANDOM_LENGTH; count++) random += ALPHABET[randomByte() & 31]
  return firstIdAt(prefix, time) + encode(counter, COUNTER_LENGTH) + random
}

let pool = Buffer.alloc(0)
let used = 0

/** Drawn many at once: asking for a few costs as much as asking for a thousand. */
function randomByte(): number {
  if (used === pool.length) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  return pool[used++]!
}

/** Sorts before every id that was made in this millisecond or later, and after all that were made earlier. */
export const firstIdAt = (prefix: string, time: number): string =>
  `${prefix}_${encode(Math.min(Math.max(0, time), TIME_MAX), TIME_LENGTH)}`

function encode(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text
  return text
}

const COMMIT_PREFIX = 'cmt'

/** The id of a transaction, which no other has. It begins with its time, so that old ones are found quickly. */
export const createCommitId = (): string => firstCommitIdAt(Date.now()) + randomBytes(10).toString('hex')

/** Sorts before the ids of all transactions since this time. */
export const firstCommitIdAt = (time: number): string => firstIdAt(COMMIT_PREFIX, time)

/** The time with which the id of a transaction begins. */
export function timeOfCommit(id: string): number {
  const start = COMMIT_PREFIX.length + 1
  return [...id.slice(start, start + TIME_LENGTH)].reduce((value, digit) => value * 32 + ALPHABET.indexOf(digit), 0)
}
