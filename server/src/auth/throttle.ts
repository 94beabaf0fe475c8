import { foldCase } from '../model/text.ts'
import { networkOf } from './network.ts'

export const FORGET_MS = 15 * 60_000
const TRACKED_MAX = 100_000

export interface Track {
  count: number
  lastAt: number
  /** How long to wait after the last attempt. */
  waitMs: number
}

export interface Bound {
  readonly key: string
  /** The number of failures before the first wait. */
  readonly free: number
  readonly longestWaitMs: number
}

/** Slows down password guessing. */
export interface Throttle {
  /** Seconds to wait before another attempt, or 0. Counts the attempt: parallel guesses must not slip through. */
  attempt(email: string, address: string): number | Promise<number>
  succeeded(email: string, address: string): void | Promise<void>
}

/** One that counts in this process. */
export interface LocalThrottle extends Throttle {
  attempt(email: string, address: string): number
  succeeded(email: string, address: string): void
  /** Takes over what has been counted elsewhere. */
  learn(bound: Bound, track: Track): void
}

/** What an attempt counts for. The wait for an e-mail address alone is short, so that an attacker cannot lock out the owner for long. */
export function boundsOf(email: string, address: string): readonly [both: Bound, email: Bound, network: Bound] {
  const [account, network] = [foldCase(email.trim()), networkOf(address)]
  return [
    { key: `both ${account} ${network}`, free: 5, longestWaitMs: FORGET_MS },
    { key: `email ${account}`, free: 30, longestWaitMs: 60_000 },
    { key: `network ${network}`, free: 30, longestWaitMs: FORGET_MS },
  ]
}

export function createThrottle(clock: () => number): LocalThrottle {
  const tracks = new Map<string, Track>()

  function blockedUntil(key: string, now: number): number {
    const track = tracks.get(key)
    if (!track) return 0
    track.lastAt = Math.min(track.lastAt, now) // the clock was set back: the wait begins now
    return track.lastAt + track.waitMs
  }

  function count({ key, free, longestWaitMs }: Bound, now: number): void {
    const known = tracks.get(key)
    const track = known && now - known.lastAt < FORGET_MS ? known : { count: 0, lastAt: 0, waitMs: 0 }
    track.count++
    track.lastAt = now
    track.waitMs = track.count < free ? 0 : Math.min(longestWaitMs, 1000 * 2 ** (track.count - free))
    put(key, track)
  }

  function put(key: string, track: Track): void {
    tracks.delete(key)
    tracks.set(key, track)
    if (tracks.size > TRACKED_MAX) tracks.delete(tracks.keys().next().value!)
  }

  return {
    attempt(email, address) {
      const now = clock()
      const bounds = boundsOf(email, address)
      const until = Math.max(...bounds.map(({ key }) => blockedUntil(key, now)))
      if (until > now) return Math.ceil((until - now) / 1000)
      for (const bound of bounds) count(bound, now)
      return 0
    },
    succeeded(email, address) {
      const [both, ...others] = boundsOf(email, address)
      tracks.delete(both.key)
      for (const { key } of others) {
        const track = tracks.get(key)
        if (track) track.count--
      }
    },
    learn: ({ key }, track) => put(key, track),
  }
}
