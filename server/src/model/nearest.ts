import { type Message, msg, NO_TEXT } from './message.ts'
/** The known name that a misspelt one most likely meant, if any is close enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1
  if (wanted.length > 60) return undefined
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue // so many letters differ at least
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** `Did you mean …?` with a leading space, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): Message {
  const candidate = nearest(name, known)
  return candidate === undefined ? NO_TEXT : msg` Did you mean "${candidate}"?`
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substitution = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, previous[column]! + 1, current[column - 1]! + 1))
    }
    previous = current
  }
  return previous[b.length]!
}
