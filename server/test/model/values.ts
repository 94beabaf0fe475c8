import fc from 'fast-check'
import { ONE } from './amounts.ts'

// Figures that tend to hurt: halves of a cent, thirds, crumbs, and plain ones between them.

export const quantity = fc.oneof(
  fc.integer({ min: 1, max: 10 }).map((count) => BigInt(count) * ONE),
  fc.constantFrom(1n, 3_333n, 5_000n, 22_500n, 30_001n),
  fc.bigInt({ min: 1n, max: 120_000n }),
)

export const rate = fc.oneof(
  fc.constantFrom(10n * ONE, 825_000n, 642_200n, 0n, 50n, 33n, 3_333n, 199_999n),
  fc.bigInt({ min: 0n, max: 300_000n }),
)

export const percent = fc.constantFrom(0n, 15n * ONE, 19n * ONE, 7n * ONE, 88_750n, 333_333n, 50n * ONE, 100n * ONE)

/** Long past or far away, so that the tests mean the same whenever they are run. */
export const DATES = ['2024-05-05', '2098-05-05'] as const
export type DateText = (typeof DATES)[number]
export const date = fc.constantFrom(...DATES)
export const dayBefore = (day: DateText): string => day.replace(/05$/, '04')
