/** Less than zero, zero, or more: by the order of their code units, which is the same everywhere. */
export const compared = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1)
