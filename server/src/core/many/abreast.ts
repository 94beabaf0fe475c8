/** Does something to each, so many at a time; the results come in the order of what they are of. */
export async function abreast<T, R>(width: number, all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    while (next < all.length) {
      const index = next++
      results[index] = await work(all[index]!)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return results
}
