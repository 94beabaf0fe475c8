const CENTS = 100

export interface Margin {
  readonly amount: number
  /** Of the selling price. */
  readonly percent: number
}

/** What is left of the price; undefined where either is unknown or nothing is charged. */
export function marginOf(price: number | undefined, cost: number | undefined): Margin | undefined {
  if (!price || cost === undefined) return undefined
  const amount = Math.round((price - cost) * CENTS * CENTS) / (CENTS * CENTS)
  return { amount, percent: Math.round((amount / price) * 1000) / 10 }
}
