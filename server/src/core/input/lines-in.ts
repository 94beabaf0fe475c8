const NEW_LINE = 10
const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32])

/** The lines that are not blank, and where they stand: a body of a million line breaks costs no million texts. */
export function* linesIn(
  bytes: Buffer,
): Generator<{ readonly number: number; readonly from: number; readonly to: number }> {
  let number = 1
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === NEW_LINE) number++
    if (BLANKS.has(bytes[at]!)) continue
    const end = bytes.indexOf(NEW_LINE, at)
    const to = end < 0 ? bytes.length : end
    yield { number, from: at, to }
    at = to - 1
  }
}
