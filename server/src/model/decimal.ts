/** Amounts and quantities have at most four decimals; inside they are whole numbers of ten-thousandths. */
export const DECIMALS = 4
export const DECIMAL_SCALE = 10 ** DECIMALS
/** Scaled, this still is a safe integer, and JSON carries it without loss. */
export const DECIMAL_MAX = 99_999_999_999.9999

export const toScaled = (value: number): number => Math.round(value * DECIMAL_SCALE)
export const fromScaled = (scaled: number): number => scaled / DECIMAL_SCALE
export const isDecimal = (value: number): boolean => fromScaled(toScaled(value)) === value

/** Exact, unlike the difference of two floats. */
export const difference = (a: number, b: number): number => fromScaled(toScaled(a) - toScaled(b))
