/** Gathers what comes in one moment, and hands it over in one go at its end. */
export function together<T>(
  handOver: (gathered: T[]) => void,
  atItsEnd: (work: () => void) => void = setImmediate,
): (one: T) => void {
  let gathered: T[] = []
  return (one) => {
    if (gathered.length === 0) {
      atItsEnd(() => {
        const all = gathered
        gathered = []
        handOver(all)
      })
    }
    gathered.push(one)
  }
}
