import { setImmediate as nextTurn } from 'node:timers/promises'

/** After so many values other requests have their turn, also if no call has to wait. */
const TURN = 20

/** Maps all values with at most `width` concurrent calls. The results are in the order of the values. */
export async function mapConcurrently<T, R>(
  width: number,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < all.length) {
      const index = next++
      results[index] = await work(all[index]!)
      if (index % TURN === 0) await nextTurn()
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
