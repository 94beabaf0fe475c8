import type { AppOptions } from '../../src/app/app.ts'
import type { DatabaseKind } from './databases.ts'
import { type Kontor, type KontorOptions, kontorFor } from './kontor.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A server with a stopped clock: its timestamps are known to the millisecond. */
export interface StoppedKontor {
  (): Kontor
  now(): number
  advance(ms: number): void
  moveTo(instant: string): void
}

export function stoppedKontorFor(
  kind: DatabaseKind,
  environment: Readonly<Record<string, string>> = {},
  start = '2026-03-01T12:00:00Z',
): StoppedKontor {
  let time = Date.parse(start)
  const options: KontorOptions & Pick<AppOptions, 'clock'> = { environment, clock: () => time }
  return Object.assign(kontorFor(kind, options), {
    now: () => time,
    advance(ms: number) {
      time += ms
    },
    moveTo(instant: string) {
      time = Date.parse(instant)
    },
  })
}
