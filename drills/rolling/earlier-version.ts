import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { DrillContext } from '../framework/drill.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = 'server/src/cli.ts'
const MIGRATIONS = 'server/src/db/migrations/index.ts'

const git = (...words: string[]) => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })

/** The commit before the newest migration; undefined where the history is not there. */
function earlierCommit(): string | undefined {
  const newest = git('log', '-1', '--format=%H', '--', MIGRATIONS).stdout?.trim()
  if (!newest) return undefined
  const { status, stdout } = git('rev-parse', '--verify', '--quiet', `${newest}^`)
  return status === 0 ? stdout.trim() : undefined
}

/** Checks the commit out into the folder of the drill, and returns the path of its program. Without a history, it is this version. */
export function checkOutEarlier(context: DrillContext): string {
  const commit = earlierCommit()
  if (!commit) return join(ROOT, PROGRAM)
  const folder = join(context.folder, 'earlier-version')
  const { status, stderr } = git('worktree', 'add', '--detach', folder, commit)
  if (status !== 0) throw new Error(stderr)
  context.onEnd(() => git('worktree', 'remove', '--force', folder))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, PROGRAM)
}
