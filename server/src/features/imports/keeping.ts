export const KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** Tables are kept for a while, so that an import can be inspected and run again; then they are deleted. */
export const keptUntil = (now: string): string => new Date(Date.parse(now) + KEPT_DAYS * DAY_MS).toISOString()
