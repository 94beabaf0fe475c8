/** Collects values for the rest of the event loop tick, then passes all of them to one call. */
export function batchPerTick<T>(
  flush: (batch: T[]) => void,
  schedule: (work: () => void) => void = setImmediate,
): (one: T) => void {
  let batch: T[] = []
  return (one) => {
    if (batch.length === 0) {
      schedule(() => {
        const all = batch
        batch = []
        flush(all)
      })
    }
    batch.push(one)
  }
}
