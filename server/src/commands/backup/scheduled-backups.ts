import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Archive, ArchiveError } from '../../db/engine.ts'
import { removeLeftoversBeside } from './leftovers.ts'

/** Longer pauses are made of several: a timer holds at most 24 days. */
const PAUSE_MAX_MS = 3_600_000

const nameAt = (time: number) => `kontor-${new Date(time).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')}.backup`

function timeOf(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^kontor-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name) ?? []
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

export function requireFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ArchiveError(`There is no folder ${folder}.`)
}

/** Files that were written here by schedule, the oldest first. */
export function scheduledBackups(folder: string): { readonly file: string; readonly time: number }[] {
  requireFolder(folder)
  const names = readdirSync(folder).toSorted()
  return names.flatMap((name) => {
    const time = timeOf(name)
    return time === undefined ? [] : [{ file: join(folder, name), time }]
  })
}

export interface Schedule {
  readonly folder: string
  readonly everyMs: number
  readonly keep: number
  readonly stopped: AbortSignal
  onDone(file: string): Promise<void>
  onFailure(reason: string): void
}

/** Backs up whenever the newest backup is old enough, so that a restart neither skips one nor makes one more. */
export async function backUpBySchedule(archive: Archive, schedule: Schedule): Promise<void> {
  const { folder, everyMs, stopped } = schedule
  const pause = (ms: number) => sleep(Math.min(ms, PAUSE_MAX_MS), undefined, { signal: stopped }).catch(() => {})
  while (!stopped.aborted) {
    try {
      const now = Date.now()
      const due = (writtenUntil(now, folder).at(-1)?.time ?? 0) + everyMs
      if (due > now) await pause(due - now)
      else await backUpAt(now, archive, schedule)
    } catch (error) {
      // Whatever it is, the next attempt may succeed.
      schedule.onFailure((error as Error).message)
      await pause(everyMs)
    }
  }
}

async function backUpAt(now: number, archive: Archive, { folder, keep, onDone }: Schedule): Promise<void> {
  const file = join(folder, nameAt(now))
  removeLeftoversBeside(file)
  await archive.backup(file)
  await onDone(file)
  // Only after a new one is whole.
  for (const { file: old } of writtenUntil(now, folder).slice(0, -keep)) rmSync(old, { force: true })
}

/** A file with a later time was written while the clock was wrong. The schedule neither waits for that time nor counts the file. */
const writtenUntil = (now: number, folder: string) => scheduledBackups(folder).filter(({ time }) => time <= now)
