import { globSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DrillContext } from '../framework/drill.ts'

export const SETTING = 'KONTOR_DRILL_CLOCK'
/** How soon a server notices that its clock was set. */
export const EVERY_MS = 1000

/** A clock that the drill sets while a server runs. */
export interface ShiftedClock {
  /** What shifts it. */
  readonly means: string
  /** Settings of the server. */
  readonly environment: Record<string, string>
  /** From now on the server's time is so much later, or earlier if negative. */
  shift(seconds: number): void
}

/** The file has the form that libfaketime reads: `-3600`. */
export function createShiftedClock({ folder }: DrillContext): ShiftedClock {
  const file = join(folder, 'clock')
  const shift = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    renameSync(`${file}.new`, file)
  }
  shift(0)
  // The variant for programs with threads.
  const [library] = globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1')
  return library
    ? { means: 'libfaketime', environment: faketime(library, file), shift }
    : { means: 'an injected clock', environment: injected(file), shift }
}

/** Timers must go on: only the time of day is shifted. */
const faketime = (library: string, file: string) => ({
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: String(EVERY_MS / 1000),
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
})

const injected = (file: string) => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shift.ts')}`,
  [SETTING]: file,
})
