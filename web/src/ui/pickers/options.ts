/** Something that can be chosen. */
export interface Option {
  readonly id: string
  readonly label: string
  /** What else it is known by, and what tells two of the same name apart. */
  readonly code?: string | undefined
  /** A line of explanation. */
  readonly hint?: string | undefined
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** From the best to the least: the id or code itself, the name itself, the beginnings of them, of a word, any part. */
function scoreOf({ id, code = '', label }: Option, text: string): number | undefined {
  const codes = [folded(id), folded(code)]
  const name = folded(label)
  const tests = [
    codes.includes(text),
    name === text,
    codes.some((one) => one.startsWith(text)),
    name.startsWith(text),
    name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text)),
    name.includes(text) || codes.some((one) => one.includes(text)),
    text.split(/\s+/).every((word) => `${codes.join(' ')} ${name}`.includes(word)),
  ]
  const best = tests.indexOf(true)
  return best < 0 ? undefined : best
}

function scored<T extends Option>(options: readonly T[], typed: string): readonly [T, number | undefined][] {
  const text = folded(typed)
  return options.map((option) => [option, text === '' ? 0 : scoreOf(option, text)])
}

/** The options that a typed text may mean, the best first; all of them for no text. */
export const matching = <T extends Option>(options: readonly T[], text: string): readonly T[] =>
  scored(options, text)
    .filter(([, score]) => score !== undefined)
    .toSorted(([, one], [, other]) => one! - other!)
    .map(([option]) => option)

/** Options that the server has found for a text, in its order, but those that are named so first. */
export const bestFirst = <T extends Option>(options: readonly T[], text: string): readonly T[] =>
  scored(options, text)
    .toSorted(([, one = Number.MAX_VALUE], [, other = Number.MAX_VALUE]) => one - other)
    .map(([option]) => option)
