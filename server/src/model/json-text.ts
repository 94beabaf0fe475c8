const texts = new WeakMap<object, string>()

/** Writes a value out and remembers the text, for a value that nobody changes any more. */
export function writtenOut(value: object): string {
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}

/** The text of a value, which may have been written out before. */
export const jsonTextOf = (value: unknown): string =>
  (typeof value === 'object' && value !== null && texts.get(value)) || JSON.stringify(value)
