import { setTimeout as sleep } from 'node:timers/promises'
import { ArchiveError } from '../engine.ts'
import { type LeaseContent, LOOKS, putLease, Repetitions, readLease } from './lease.ts'
import { addOwnGenerations, generationsOf } from './own-generations.ts'
import type { Target } from './target/target.ts'

export interface TakeOver {
  readonly target: Target
  readonly url: string
  readonly dataFolder: string
  /** Called before it waits to see whether the other server lives. */
  onWait(seconds: number): void
}

/** Throws if a server writes to the target: waits some time for a renewal, unless the server was stopped. */
export async function requireNoWriter({ target, url, onWait }: TakeOver): Promise<LeaseContent | undefined> {
  const seen = new Repetitions()
  for (let look = 0; ; look++) {
    const found = await readLease(target)
    if (!found || found.hasEnded) return found
    const count = seen.note(found)
    if (seen.hasChanged) throw inUse(url, found)
    if (count > LOOKS) return found
    if (look === 0) onWait(Math.ceil((found.everyMs * LOOKS) / 2000))
    await sleep(found.everyMs / 2)
  }
}

/**
 * The data folder may write to the target from now on. A server that was killed there counts as stopped. Throws if a server
 * has renewed `before` meanwhile.
 */
export async function takeOver({ target, url, dataFolder }: TakeOver, before: LeaseContent | undefined): Promise<void> {
  const found = await readLease(target)
  if (found && !found.hasEnded && found.renewal !== before?.renewal) throw inUse(url, found)
  await addOwnGenerations(dataFolder, generationsOf(await target.list()))
  if (found && !found.hasEnded) await putLease(target, { ...found, hasEnded: true })
}

const inUse = (url: string, { writer }: LeaseContent) =>
  new ArchiveError(
    `A server writes to ${url} at this moment (run ${writer}). Stop it first, or leave out --take-over and set KONTOR_BACKUP_URL to another address.`,
  )
