import { hash } from 'node:crypto'
import { type Counters, type Rule, type Taken, UNLIMITED } from '../core/counters/counters.ts'
import { foldCase } from '../model/text.ts'
import { networkOf } from './network.ts'

const FORGET_MS = 15 * 60_000

/** Slows down password guessing. */
export interface Throttle {
  /** Seconds to wait before another attempt, or 0. Counts the attempt: parallel guesses must not slip through. */
  attempt(email: string, address: string): number | Promise<number>
  /** The failures before it no longer count for this user and network; the success itself never does. */
  succeeded(email: string, address: string): void | Promise<void>
}

/** `free` is the number of failures before the first wait. */
const rule = (free: number, longestWaitMs: number): Rule => ({
  bounds: [{ windowMs: FORGET_MS, alignMs: 1, limit: UNLIMITED, free, longestWaitMs }],
  isStored: false,
})

/**
 * For the user and network together, the e-mail address, and the network. The wait for an e-mail address alone is short, so
 * that an attacker cannot lock out the owner for long.
 */
const RULES = [rule(5, FORGET_MS), rule(30, 60_000), rule(30, FORGET_MS)]

/** E-mail addresses are not stored with the counters. */
function subjectsOf(email: string, address: string): string[] {
  const [account, network] = [foldCase(email.trim()), networkOf(address)]
  const subjects = [`both ${account} ${network}`, `email ${account}`, `network ${network}`]
  return subjects.map((subject) => hash('sha256', subject).slice(0, 32))
}

const secondsOf = ({ refusedForMs }: Taken) => Math.ceil(refusedForMs / 1000)

export const createThrottle = (counters: Counters): Throttle => ({
  attempt(email, address) {
    const taken = counters.take(RULES, subjectsOf(email, address), 1)
    return taken instanceof Promise ? taken.then(secondsOf) : secondsOf(taken)
  },
  succeeded: (email, address) => counters.takeBack(subjectsOf(email, address)),
})
