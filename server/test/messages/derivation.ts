/** Which templates a text was written from. */
export interface Derivation {
  /** How many characters of the text, spaces apart, stand in the templates. */
  readonly explained: number
  readonly templates: ReadonlySet<string>
}

const NOTHING: Derivation = { explained: 0, templates: new Set() }

/**
 * Finds the templates of a text. Messages contain other messages, so a value is read like a text of its own. Of several
 * readings, the one that leaves the least to the values is right; of equal ones, all are.
 */
export function derivationsFrom(templates: Iterable<string>): (text: string) => Derivation {
  const all = [...templates].map((template) => {
    const parts = template.split(/\{\d+\}/)
    return { template, parts, length: parts.join('').replaceAll(/\s/g, '').length }
  })
  const known = new Map<string, Derivation>([['', NOTHING]])

  function derive(text: string): Derivation {
    const found = known.get(text)
    if (found) return found
    let best = NOTHING
    for (const { template, parts, length } of all) {
      if (!text.startsWith(parts[0]!) || !text.endsWith(parts.at(-1)!)) continue
      for (const values of valuesIn(text, parts)) {
        const inner = values.map(derive)
        const explained = inner.reduce((sum, value) => sum + value.explained, length)
        if (explained === 0 || explained < best.explained) continue
        const own = [template, ...inner.flatMap((value) => [...value.templates])]
        best = { explained, templates: new Set(explained > best.explained ? own : [...best.templates, ...own]) }
      }
    }
    known.set(text, best)
    return best
  }
  return derive
}

/** Every way to read a text as these parts with values between them. */
function* valuesIn(text: string, [first = '', ...rest]: readonly string[]): Generator<string[]> {
  if (!text.startsWith(first)) return
  const remaining = text.slice(first.length)
  const [next, ...others] = rest
  if (next === undefined) {
    if (remaining === '') yield []
  } else if (others.length === 0) {
    if (remaining.endsWith(next)) yield [remaining.slice(0, remaining.length - next.length)]
  } else {
    for (let at = remaining.indexOf(next); at >= 0 && at < remaining.length; at = remaining.indexOf(next, at + 1)) {
      const value = remaining.slice(0, at)
      for (const values of valuesIn(remaining.slice(at), rest)) yield [value, ...values]
    }
  }
}
