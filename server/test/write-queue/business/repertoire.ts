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

const PARTS_MAX = 7

/** The steps that requests of one schedule consist of. With few of them, requests meet more often. */
export const randomRepertoire = (random: Random): readonly Step[] =>
  Array.from({ length: 1 + random.below(PARTS_MAX) }, () => random.pick(PARTS)(random)).flat()

/** Steps that have to do with each other come together. */
const PARTS: readonly ((random: Random) => readonly Step[])[] = [
  (random) => [sell(random.pick(KEYS.items), 1 + random.below(2), random.chance(0.2))],
  (random) => KEYS.items.map((item) => sell(item, 1, random.chance(0.2))),
  (random) => [takeNumber(random.pick(KEYS.series), random.chance(0.4), random.chance(0.3))],
  (random) => KEYS.series.map((series) => takeNumber(series, random.chance(0.4), false)),
  (random) => {
    const series = random.pick(KEYS.series)
    return [peek('counted', series), takeNumber(series, true, false)]
  },
  (random) => KEYS.meters.map((meter) => count(meter, random.chance(0.3))),
  (random) => {
    const doc = random.pick(KEYS.docs)
    return [peek('lines', doc), amend(doc, random.chance(0.5))]
  },
  (random) => [amend(random.pick(KEYS.docs), random.chance(0.5)), peekVaguely('lines', KEYS.docs)],
  (random) => [draft(1 + random.below(2))],
  (random) => [claimCode(random.pick(KEYS.codes), random.chance(0.5)), releaseCode(random.pick(KEYS.codes))],
  (random) => {
    const key = random.pick(KEYS.touches)
    return [peek('touches', key), touch(key, random.chance(0.4))]
  },
  () => [touchAll, scan('touches')],
  (random) => [answerOnce(random.pick(KEYS.replies))],
  (random) => [scan(random.pick(['items', 'numbers', 'codes', 'docs', 'meters']))],
  () => [standAside],
  (random) => {
    const table = random.pick(['items', 'codes', 'docs', 'meters'] as const)
    return [peek(table, random.pick(KEYS[table]))]
  },
]
