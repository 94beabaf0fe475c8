import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Archive, ArchiveError } from '../../db/engine.ts'

/** Longer pauses are made of several: a timer holds at most 24 days. */
const PAUSE_MAX_MS = 3_600_000

const nameAt = (time: number) => `kontor-${new Date(time).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')}.backup`

function timeOf(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^kontor-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name) ?? []
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Files that were written here by schedule, the oldest first. */
export function scheduledBackups(folder: string): { readonly file: string; readonly time: number }[] {
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
  const { folder, everyMs, keep, stopped } = schedule
  for (let retryAt = 0; !stopped.aborted; ) {
    const newest = scheduledBackups(folder).at(-1)?.time ?? 0
    const now = Date.now()
    const due = Math.max(newest + everyMs, retryAt)
    if (due > now) {
      await sleep(Math.min(due - now, PAUSE_MAX_MS), undefined, { signal: stopped }).catch(() => {})
      continue
    }
    const file = join(folder, nameAt(now))
    try {
      await archive.backup(file)
      await schedule.onDone(file)
      // Only after a new one is whole.
      for (const { file: old } of scheduledBackups(folder).slice(0, -keep)) rmSync(old, { force: true })
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error
      schedule.onFailure(error.message)
      retryAt = now + everyMs
    }
  }
}
