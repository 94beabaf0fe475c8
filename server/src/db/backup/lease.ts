import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FORMAT, type Predecessor } from './objects.ts'
import type { EarlierRun } from './own-generations.ts'
import type { BackupSettings } from './settings.ts'
import { ObjectMissing, type Target } from './target/target.ts'

/** Beside the generations. Written again and again by the server that ships to this target. */
const LEASE = 'lease.json'
/** Written by a server that may write here too, but must not, because another one does. */
const RIVAL = 'rival.json'
/** So often in a row the content must be the same until its writer counts as gone: three times its interval. */
export const LOOKS = 6
const ID_BYTES = 8
/** It is renewed so often. */
const RENEWAL_MS = { least: 5000, most: 20_000, perSecondOfCopying: 4000 }

/** What is at the target. */
export interface Progress extends Predecessor {
  /** Everything that was committed before is there. Milliseconds since 1970. */
  readonly storedUntil: number
}

export interface LeaseContent {
  readonly format: number
  /** The run of a server. */
  readonly writer: string
  /** Grows. Only that it changes matters: clocks of two machines are not compared. */
  readonly renewal: number
  /** How often it is renewed, in milliseconds. */
  readonly everyMs: number
  /** The server was stopped. */
  readonly hasEnded: boolean
  readonly progress?: Progress | undefined
}

export const readLease = (target: Target): Promise<LeaseContent | undefined> => readMark(target, LEASE)
const readRival = (target: Target): Promise<LeaseContent | undefined> => readMark(target, RIVAL)
/** A server that wants to write at this moment. One that was killed has left the same as before. */
export async function liveRival(target: Target): Promise<LeaseContent | undefined> {
  const seen = await readRival(target)
  if (!seen) return undefined
  await sleep(seen.everyMs)
  const now = await readRival(target)
  return now && (now.writer !== seen.writer || now.renewal !== seen.renewal) ? now : undefined
}

export const putLease = (target: Target, content: LeaseContent): Promise<void> => putMark(target, LEASE, content)

async function readMark(target: Target, name: string): Promise<LeaseContent | undefined> {
  try {
    return JSON.parse((await target.get(name)).toString())
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof SyntaxError) return undefined
    throw error
  }
}

const putMark = (target: Target, name: string, content: LeaseContent) =>
  target.put(name, Buffer.from(`${JSON.stringify(content)}\n`))

/** Counts how often in a row the same was seen. */
export class Repetitions {
  #last: string | undefined
  #count = 0
  /** Whether something else was seen before. */
  hasChanged = false

  note(content: LeaseContent): number {
    const text = `${content.writer} ${content.renewal}`
    if (text !== this.#last) {
      this.hasChanged = this.#last !== undefined
      this.#last = text
      this.#count = 0
    }
    return ++this.#count
  }
}

export interface LeaseOptions {
  readonly target: Target
  readonly everyMs: number
  /** Earlier runs of the same data folder. */
  readonly earlier: readonly EarlierRun[]
}

/** Lets one server at a time write to a target. The one that holds it and one that wants it learn of each other. */
export class Lease {
  readonly writer = randomBytes(ID_BYTES).toString('hex')
  readonly #options: LeaseOptions
  #holder = new Repetitions()
  readonly #rival = new Repetitions()
  #renewal = 0
  #isMarked = false
  isHeld = false
  /** What is known of another server that writes to the target, or wants to. */
  rival: string | undefined

  constructor(options: LeaseOptions) {
    this.#options = options
  }

  /** How long until the next look. */
  get pauseMs(): number {
    const { everyMs } = this.#options
    return this.isHeld ? everyMs : everyMs / 2
  }

  /**
   * Renews the lease, or takes it from a server that is gone. Returns whether it is held. `onTaken` is called before it is
   * taken, with whether no other data folder has written since this one last did, and the run that has held it.
   */
  async look(
    progress: Progress | undefined,
    onTaken: (isContinued: boolean, holder: string | undefined) => Promise<void>,
  ): Promise<boolean> {
    const found = await readLease(this.#options.target)
    if (this.isHeld) {
      if (!found || this.#isOurs(found)) return this.#renew(progress)
      this.isHeld = false
      this.#holder = new Repetitions()
      this.#holder.hasChanged = true
    }
    const earlier = this.#options.earlier.find(({ writer }) => writer === found?.writer)
    const isGone = !found || found.hasEnded || earlier?.isHere
    if (isGone || this.#holder.note(found) > LOOKS) {
      await onTaken(!found || earlier !== undefined, found?.writer)
      this.isHeld = true
      return this.#renew(progress)
    }
    await this.#mark()
    this.rival = this.#holder.hasChanged ? `run ${found.writer} writes to it` : undefined
    return false
  }

  /** The server stops. */
  async end(progress: Progress | undefined): Promise<void> {
    const { target } = this.#options
    if (this.#isMarked) await this.#unmark()
    if (!this.isHeld) return
    this.isHeld = false
    const found = await readLease(target)
    if (!found || this.#isOurs(found)) await putLease(target, this.#next(progress, true))
  }

  /** A copy of this process that was made while it ran has the same name, but counts by itself. */
  #isOurs({ writer, renewal }: LeaseContent): boolean {
    return writer === this.writer && renewal === this.#renewal
  }

  async #renew(progress: Progress | undefined): Promise<boolean> {
    await putLease(this.#options.target, this.#next(progress, false))
    if (this.#isMarked) await this.#unmark()
    const rival = await readRival(this.#options.target)
    const isGone = rival && this.#rival.note(rival) > LOOKS / 2
    if (isGone) await this.#options.target.remove(RIVAL)
    this.rival = rival && !isGone ? `run ${rival.writer} wants to write to it` : undefined
    return true
  }

  async #mark(): Promise<void> {
    this.#isMarked = true
    await putMark(this.#options.target, RIVAL, this.#next(undefined, false))
  }

  async #unmark(): Promise<void> {
    this.#isMarked = false
    await this.#options.target.remove(RIVAL)
  }

  #next(progress: Progress | undefined, hasEnded: boolean): LeaseContent {
    const { everyMs } = this.#options
    return { format: FORMAT, writer: this.writer, renewal: ++this.#renewal, everyMs, hasEnded, progress }
  }
}

/** Often enough that two servers at one target are noticed within a minute. */
export const renewalMs = ({ everySeconds }: Pick<BackupSettings, 'everySeconds'>): number =>
  Math.min(RENEWAL_MS.most, Math.max(RENEWAL_MS.least, everySeconds * RENEWAL_MS.perSecondOfCopying))

/** For the log. */
export const sharedText = ({ url }: Pick<BackupSettings, 'url'>, { rival }: Lease): string =>
  `${url} is used by another server: ${rival}. Two servers must not share a target. Stop one of them, or set its KONTOR_BACKUP_URL to another address.`
