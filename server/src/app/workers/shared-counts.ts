import type { Throttle } from '../../auth/throttle.ts'
import { batchPerTick } from '../../core/batch-per-tick.ts'
import type { Decision, Limiter, Usage } from '../../http/limits/limiter.ts'
import type { MemoryLimiter } from '../../http/limits/memory-limiter.ts'
import type { Channel } from '../writer/channel.ts'

/** Counters that all processes share: requests, and sign-in attempts. */
export interface Counts {
  readonly limiter: Limiter
  readonly throttle: Throttle
}

type Question = { readonly kind: 'count'; readonly id: number } & (
  | { readonly name: 'take'; readonly words: Parameters<Limiter['take']> }
  | { readonly name: 'look'; readonly words: Parameters<Limiter['look']> }
  | { readonly name: 'attempt'; readonly words: Parameters<Throttle['attempt']> }
  | { readonly name: 'succeeded'; readonly words: Parameters<Throttle['succeeded']> }
)
type Asked = Question extends infer Q ? (Q extends Question ? Pick<Q, 'name' | 'words'> : never) : never

interface Result {
  readonly kind: 'counted'
  readonly id: number
  readonly value: unknown
}

interface Taken {
  readonly decision: Decision
  readonly usage: Usage
}

/** One process counts, so that a limit applies to all processes together. */
export function serveCounts(channel: Channel<Result, Question>, { limiter, throttle }: Counts): void {
  const answer = batchPerTick<Result>((results) => channel.send(results))

  async function counted(question: Question): Promise<unknown> {
    switch (question.name) {
      case 'take':
        return { decision: await limiter.take(...question.words), usage: await limiter.look(question.words[0]) }
      case 'look':
        return limiter.look(...question.words)
      case 'attempt':
        return throttle.attempt(...question.words)
      case 'succeeded':
        return throttle.succeeded(...question.words)
    }
  }

  channel.listen(async (questions) => {
    for (const question of questions) {
      if (question.kind === 'count') answer({ kind: 'counted', id: question.id, value: await counted(question) })
    }
  })
}

/** `local` keeps the last known counts, for responses that must not wait. */
export function remoteCounts(channel: Channel<Question, Result>, local: MemoryLimiter): Counts {
  const waiting = new Map<number, (value: unknown) => void>()
  const send = batchPerTick<Question>((questions) => channel.send(questions))
  let lastId = 0
  channel.listen((results) => {
    for (const { kind, id, value } of results) {
      if (kind !== 'counted') continue
      waiting.get(id)?.(value) // an answer counts only for a question that still waits
      waiting.delete(id)
    }
  })
  const ask = <T>(asked: Asked): Promise<T> =>
    new Promise((resolve) => {
      const id = ++lastId
      waiting.set(id, resolve as (value: unknown) => void)
      send({ kind: 'count', id, ...asked })
    })

  return {
    limiter: {
      async take(...words) {
        const { decision, usage } = await ask<Taken>({ name: 'take', words })
        local.learn(words[0], usage)
        return decision
      },
      look: (...words) => ask({ name: 'look', words }),
      peek: local.peek,
    },
    throttle: {
      attempt: (...words) => ask({ name: 'attempt', words }),
      succeeded: (...words) => ask({ name: 'succeeded', words }),
    },
  }
}
