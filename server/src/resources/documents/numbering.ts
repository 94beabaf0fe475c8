const NUMBER = /\{number(?::(\d{1,2}))?\}/g
const DIGITS = 5

/** `SO-{year}-{number}` with 2026 and 1 is `SO-2026-00001`. */
export const numberFrom = (pattern: string, year: string, number: number): string =>
  pattern
    .replaceAll('{year}', year)
    .replace(NUMBER, (_, digits) => String(number).padStart(Number(digits ?? DIGITS), '0'))

/**
 * One series for each pattern, and for each year if the pattern shows it: numbers begin again with the year. How many
 * digits are shown makes no other series, else the same number would come twice.
 */
export const seriesOf = (pattern: string, year: string): string =>
  pattern.replaceAll('{year}', year).replace(NUMBER, '{number}')

export const isPattern = (pattern: string): boolean =>
  [...pattern.matchAll(NUMBER)].length === 1 && !/[{}]/.test(pattern.replaceAll('{year}', '').replace(NUMBER, ''))
