import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../server/test/support/random.ts'
import type { DrillContext } from '../framework/drill.ts'
import { between, type Random } from '../framework/random.ts'
import { count, type Violation } from '../framework/summary.ts'
import { LIMIT_MS } from '../framework/wait-for.ts'
import type { Change } from '../history/check.ts'
import { NoAnswer } from '../history/client.ts'
import { type AnyRecord, RESOURCES } from '../history/content.ts'
import type { Target } from '../history/target.ts'
import { eventsIn, notInLog, type ToldEvent, textOf } from './events.ts'
import type { Observer } from './observer.ts'

const KIND = 'feed'
const PAUSE_MS = 25
const PAGE_MAX = 100
const INVALID = 400

/** Follows the change feed over all faults, in turn on each node. */
export function follower({ seed, onEnd }: DrillContext): Observer {
  const followed: ToldEvent[] = []
  const following = new Following(randomFrom(seed), followed)
  onEnd(() => following.stop())
  return {
    async begin({ target }) {
      following.start(target)
    },
    async check({ changes }) {
      const found = await following.end()
      return {
        facts: [count(followed.length, 'events followed', 'event followed')],
        violations: [...found, ...checkFollowed(followed, changes)],
      }
    },
  }
}

/** The feed tells each change once, and the versions of a record in their order. */
export function checkFollowed(followed: readonly ToldEvent[], changes: readonly Change[]): Violation[] {
  const expected = eventsIn(changes)
  const seen = new Set<string>()
  const versions = new Map<string, number>()
  const found: Violation[] = []
  for (const event of followed) {
    const { id, recordId, version } = event
    if (seen.has(id)) found.push({ kind: KIND, text: `${textOf(event)} was told twice` })
    seen.add(id)
    const before = versions.get(recordId) ?? 0
    if (version! < before) found.push({ kind: KIND, text: `${textOf(event)} was told after version ${before}` })
    versions.set(recordId, version!)
  }
  const missing = [...expected.values()].filter(({ id }) => !seen.has(id))
  return [
    ...found,
    ...missing.map((event) => ({ kind: KIND, text: `${textOf(event)} was not told` })),
    ...notInLog(KIND, followed, expected),
  ]
}

class Following {
  readonly #random: Random
  readonly #followed: ToldEvent[]
  #cursor = ''
  #isEnding = false
  #isStopped = false
  #work: Promise<Violation[]> = Promise.resolve([])

  constructor(random: Random, followed: ToldEvent[]) {
    this.#random = random
    this.#followed = followed
  }

  start(target: Target): void {
    this.#work = this.#follow(target)
    this.#work.catch(() => {}) // `end` rejects with it
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Resolves at the end of the feed. */
  end(): Promise<Violation[]> {
    this.#isEnding = true
    return this.#work
  }

  async #follow(target: Target): Promise<Violation[]> {
    let readAt = performance.now()
    for (let turn = 0; !this.#isStopped; turn++) {
      const isLast = this.#isEnding
      const path = this.#path(isLast)
      const reply = await target.send(turn, { method: 'GET', path }).catch(noAnswer)
      if (reply?.status === 200) {
        readAt = performance.now()
        const isWhole = this.#take(reply.body.data, reply.body.meta.cursor)
        if (isLast && isWhole && !reply.body.meta.hasMore) break
      } else {
        const answer = `${reply?.status} ${JSON.stringify(reply?.body)}`
        if (reply?.status === INVALID) return [{ kind: KIND, text: `GET ${path}: ${answer}` }]
        if (isLast && performance.now() - readAt > LIMIT_MS) return [{ kind: KIND, text: `not answered: ${answer}` }]
        await pause(PAUSE_MS)
      }
    }
    return []
  }

  #path(isLast: boolean): string {
    const limit = between(this.#random, 1, PAGE_MAX)
    const after = this.#cursor === '' ? '' : `&after=${encodeURIComponent(this.#cursor)}`
    return `/events?resources=${RESOURCES.join()}&limit=${limit}&wait=${isLast ? 0 : 1}${after}`
  }

  /** Sometimes a client forgets the end of a page, and goes on in the middle of it. Returns whether all was taken. */
  #take(events: readonly AnyRecord[], cursor: string): boolean {
    const taken = this.#random() < 0.2 ? events.slice(0, between(this.#random, 0, events.length)) : events
    for (const { id, type, recordId, version } of taken) this.#followed.push({ id, type, recordId, version })
    const isWhole = taken.length === events.length
    this.#cursor = isWhole ? cursor : (taken.at(-1)?.cursor ?? this.#cursor)
    return isWhole
  }
}

function noAnswer(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error
}
