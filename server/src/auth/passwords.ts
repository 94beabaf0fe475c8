import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '../core/problem.ts'
import { Semaphore } from '../core/semaphore.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

export const FULL_COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const LOWEST_COST: Cost = { memory: 8, passes: 1, parallelism: 1 }
let currentCost = FULL_COST

/** For tests only, which sign in thousands of times: from now on, this process hashes at the lowest cost there is. */
export function hashAtLowestCost(): void {
  currentCost = LOWEST_COST
}

const SALT_BYTES = 16
const TAG_BYTES = 32
const ENCODED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

// Hashing takes a thread of the small pool that also serves files and name look-ups: two at a time leave room for those.
const PARALLEL_MAX = 2
const WAITING_MAX = 64

const hashing = new Semaphore(PARALLEL_MAX)

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.waiting >= WAITING_MAX) throw new Problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 2 })
  return hashing.run(work)
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** The usual notation, so that any other software can check it too. */
const digestOf = ({ memory, passes, parallelism }: Cost, nonce: Uint8Array, tag: Uint8Array) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`

export async function hashPassword(
  password: string,
  cost = currentCost,
  nonce: Uint8Array = randomBytes(SALT_BYTES),
): Promise<string> {
  const message = password.normalize('NFKC')
  const tag = await inTurn(() => derive('argon2id', { ...cost, message, nonce, tagLength: TAG_BYTES }))
  return digestOf(cost, nonce, tag)
}

/** Checked when there is no such user, so that the time it takes does not show which addresses have an account. */
const unknownUser = () => digestOf(currentCost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

export async function isPassword(password: string, encoded: string | null): Promise<boolean> {
  const [match, memory, passes, parallelism, nonce = '', tag = ''] = ENCODED.exec(encoded ?? unknownUser()) ?? []
  if (!match) return false // a damaged digest fits no password
  const expected = Buffer.from(tag, 'base64')
  const parameters = {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const actual = await inTurn(() => derive('argon2id', parameters))
  return timingSafeEqual(expected, actual) && encoded !== null
}

/**
 * A digest of a password that has just been checked, if the parameters have changed since it was set. The salt stays: by it
 * the password is recognised as the same one.
 */
export async function renewedDigest(password: string, encoded: string): Promise<string | undefined> {
  const [match, memory, passes, parallelism, nonce = ''] = ENCODED.exec(encoded) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  if (!match || JSON.stringify(cost) === JSON.stringify(currentCost)) return undefined
  // If too many checks are waiting, the next sign-in may do it.
  return hashPassword(password, currentCost, Buffer.from(nonce, 'base64')).catch(() => undefined)
}

/** Whether two digests are of one password that was set once. A password that is set again gets another salt. */
export const isSameDigest = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && saltOf(one) === saltOf(other))

const saltOf = (encoded: string): string => ENCODED.exec(encoded)?.[4] ?? encoded

/** Readable aloud: no letters that look alike. */
export function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const letters = [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length])
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
