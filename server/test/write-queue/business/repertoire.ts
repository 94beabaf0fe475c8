import type { Random } from '../scheduler.ts'
import { amend, count, draft, sell, takeNumber } from './order-steps.ts'
import {
  answerOnce,
  claimCode,
  peek,
  peekVaguely,
  releaseCode,
  scan,
  standAside,
  touch,
  touchAll,
} from './other-steps.ts'
import { KEYS, type Step } from './step.ts'

const STEPS_MAX = 12

/** The steps that requests of one schedule consist of. With few of them, requests meet more often. */
export const randomRepertoire = (random: Random): readonly Step[] =>
  Array.from({ length: 2 + random.below(STEPS_MAX - 1) }, () => random.pick(MAKERS)(random))

const MAKERS: readonly ((random: Random) => Step)[] = [
  (random) => sell(random.pick(KEYS.items), 1 + random.below(2), random.chance(0.2)),
  (random) => sell(random.pick(KEYS.items), 1, random.chance(0.2)),
  (random) => takeNumber(random.pick(KEYS.series), random.chance(0.4), random.chance(0.2)),
  (random) => takeNumber(random.pick(KEYS.series), random.chance(0.4), false),
  (random) => count(random.pick(KEYS.meters), random.chance(0.3)),
  (random) => amend(random.pick(KEYS.docs), random.chance(0.5)),
  (random) => draft(1 + random.below(2)),
  (random) => claimCode(random.pick(KEYS.codes), random.chance(0.5)),
  (random) => releaseCode(random.pick(KEYS.codes)),
  (random) => touch(random.pick(KEYS.touches), random.chance(0.4)),
  (random) => answerOnce(random.pick(KEYS.replies)),
  (random) => scan(random.pick(['items', 'numbers', 'codes', 'docs', 'touches', 'meters'])),
  (random) => peek('counted', random.pick(KEYS.series)),
  (random) => peek('lines', random.pick(KEYS.docs)),
  () => touchAll,
  () => standAside,
  () => peekVaguely('lines', KEYS.docs),
  (random) => {
    const table = random.pick(['items', 'touches', 'codes', 'docs', 'meters'] as const)
    return peek(table, random.pick(KEYS[table]))
  },
]
