import { latest } from './memo/latest.ts'

/** Milliseconds since 1970 as text, which is dear to write out. */
export const timeText = latest((milliseconds: number): string => new Date(milliseconds).toISOString())
