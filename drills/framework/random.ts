/** Numbers from 0 to 1. */
export type Random = () => number

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

/** A whole number from `least` to `most`. */
export const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1))

/** Draws each of them once before any is drawn again, in a random order. */
export function dealing<T>(random: Random, from: readonly T[]): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = [...from]
    return left.splice(Math.floor(random() * left.length), 1)[0]!
  }
}
