/** What replaces a part of a text. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

export const mutated = (text: string, { start, end, replacement }: Edit): string =>
  text.slice(0, start) + replacement + text.slice(end)
