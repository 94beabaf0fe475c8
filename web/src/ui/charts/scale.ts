const STEPS_WISHED = 4
const ROUND = [1, 2, 2.5, 5, 10]

/** Round marks of an axis that holds all values and zero, from the lowest to the highest. */
export function scaleFor(values: readonly number[]): number[] {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const rough = (highest - lowest || 1) / STEPS_WISHED
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ROUND.map((digit) => digit * power).find((size) => size >= rough)!
  const marks: number[] = []
  for (let mark = Math.floor(lowest / step); mark <= Math.ceil(highest / step); mark++) marks.push(mark * step)
  return marks.length > 1 ? marks : [0, step]
}
