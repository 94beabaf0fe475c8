import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** A folder may be shared with other machines, whose processes are not known here: a backup that goes on is written to. */
const UNTOUCHED_MS = 600_000

/**
 * Removes what backups that were killed have left in the folder of a new one: each may be as large as the database. Only
 * files with the name of the new one, apart from digits.
 */
export function removeLeftoversBeside(file: string): void {
  const folder = dirname(resolve(file))
  const name = basename(file)
    .split(/\d+/)
    .map((text) => text.replaceAll(/\W/g, '\\$&'))
    .join('\\d+')
  const pattern = new RegExp(`^${name}\\.(\\d+)\\.partial(?:-wal|-shm|-journal)?$`)
  for (const found of readdirSync(folder)) {
    const [, pid] = pattern.exec(found) ?? []
    if (pid === undefined || isOtherProcess(Number(pid))) continue
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(join(folder, found), { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs >= UNTOUCHED_MS) rmSync(join(folder, found), { force: true })
  }
}

/** Whether another process with this number runs on this machine. */
export function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0) // signal 0 only asks whether the process exists
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
