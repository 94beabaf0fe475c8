import type { Line, Versions } from './versions.ts'

/**
 * Puts the lines that are kept in order: in that of the other user, or in mine if I moved lines. A line that only one
 * side has stays behind the line that it was entered after. `kept`: by id; my new lines have none and are always kept.
 */
export function mergedOrder(
  { base, mine, theirs }: Versions<readonly Line[]>,
  kept: ReadonlyMap<string, Line>,
): readonly Line[] {
  const isKept = ({ id }: Line) => id === undefined || kept.has(id)
  const known = (lines: readonly Line[]) => lines.filter(isKept).map((line) => (line.id ? kept.get(line.id)! : line))
  const [my, their] = [known(mine), known(theirs)]
  const both = new Set(my.filter((line) => their.includes(line)))
  const isMoved = !isSameOrder(
    my.filter((line) => both.has(line)),
    known(base).filter((line) => both.has(line)),
  )
  return isMoved ? withInserted(my, their) : withInserted(their, my)
}

const isSameOrder = (some: readonly Line[], others: readonly Line[]) =>
  some.every((line, index) => line === others[index])

/** Behind what others have entered at the same place. */
function withInserted(lines: readonly Line[], others: readonly Line[]): readonly Line[] {
  const result = [...lines]
  let before: Line | undefined
  for (const line of others) {
    if (!result.includes(line)) {
      let at = before ? result.indexOf(before) + 1 : 0
      while (at < result.length && !others.includes(result[at]!)) at++
      result.splice(at, 0, line)
    }
    before = line
  }
  return result
}
