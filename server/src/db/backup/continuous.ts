// What the rest of the server knows of the continuous backup.

/** A database that was written from a continuous backup. */
export interface Rebuilt {
  /** The time of the last transaction in it, milliseconds since 1970. */
  readonly at: number
  /** Files of the data folder that hold the generated secrets, by name. */
  readonly secrets: Readonly<Record<string, string>>
  /** Everything that was committed before is in it, if no moment was asked for. Milliseconds since 1970. */
  readonly completeUntil: number
  /** What the operator should know about it. */
  readonly notes: readonly string[]
}

export interface ShippingLog {
  info(text: string): void
  warn(text: string): void
  error(text: string): void
}

/** The continuous backup of a running server. Until `begin`, it only keeps what it has not copied from being lost. */
export interface Shipping {
  /** The database has been set up. */
  begin(log: ShippingLog): void
  /** Everything has been written: ships the rest, for some seconds at most. */
  stop(): Promise<void>
}
