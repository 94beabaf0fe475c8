/**
 * The keys of one purpose. The first one is derived from the current secret and seals; the others are derived from previous
 * secrets and are only accepted.
 */
export type KeyRing = readonly [current: Buffer, ...previous: Buffer[]]
