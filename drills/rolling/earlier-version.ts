import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { DrillContext } from '../framework/drill.ts'

const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = 'server/src/db/migrations/index.ts'

const git = (...words: string[]) => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })

/** The commit before the newest migration; undefined where the history is not there. */
export function earlierCommit(): string | undefined {
  const newest = git('log', '-1', '--format=%H', '--', MIGRATIONS).stdout?.trim()
  if (!newest) return undefined
  const { status, stdout } = git('rev-parse', '--verify', '--quiet', `${newest}^`)
  return status === 0 ? stdout.trim() : undefined
}

/** Checks the commit out into the folder of the drill, and returns the path of its program. */
export function checkOutEarlier(context: DrillContext): string {
  const folder = join(context.folder, 'earlier-version')
  const { status, stderr } = git('worktree', 'add', '--detach', folder, earlierCommit()!)
  if (status !== 0) throw new Error(stderr)
  context.onEnd(() => git('worktree', 'remove', '--force', folder))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'server/src/cli.ts')
}
