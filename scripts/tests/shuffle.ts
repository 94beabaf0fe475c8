import { randomFrom } from '../../server/test/support/random.ts'

/** The groups in random order, and so are the files of each: the same for the same seed. */
export function shuffled(groups: readonly (readonly string[])[], seed: number): string[][] {
  const random = randomFrom(seed)
  const inRandomOrder = <T>(all: readonly T[]): T[] =>
    all
      .map((one) => ({ one, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one)
  return inRandomOrder(groups).map(inRandomOrder)
}
