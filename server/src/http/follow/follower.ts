import { authorise, type CurrentActor } from '../../core/access.ts'
import type { Action } from '../../core/action.ts'
import type { Command, Executor, FollowedReply, Reply } from '../../core/command.ts'
import type { ChangeWatch } from '../../features/events/change-watch.ts'
import type { Resource } from '../../model/resource.ts'

export interface FollowParts {
  readonly executor: Executor
  readonly currentActor: CurrentActor
  readonly changes: ChangeWatch
}

export type Followed = Reply & { readonly followed: FollowedReply }

/** Repeats a reading command, each time from where the reply before has ended. */
export class Follower {
  readonly #parts: FollowParts
  readonly #resource: Resource
  readonly #action: Action
  #command: Command
  /** The changes that had been reported when the last reply was read. */
  #since = 0

  constructor(parts: FollowParts, resource: Resource, action: Action, command: Command) {
    this.#parts = parts
    this.#resource = resource
    this.#action = action
    this.#command = command
  }

  async read(): Promise<Followed> {
    this.#since = this.#parts.changes.count
    const reply = (await this.#parts.executor.execute(this.#command)) as Followed
    this.#command = { ...this.#command, input: { ...this.#command.input, after: reply.followed.cursor } }
    return reply
  }

  /**
   * Reads again when something has changed, or the time is over; undefined if it was aborted. The rights of the actor may
   * have been withdrawn meanwhile.
   */
  async readNext({ hasMore }: FollowedReply, ms: number, signal: AbortSignal): Promise<Followed | undefined> {
    if (!hasMore) await this.#parts.changes.next(this.#since, ms, signal)
    if (signal.aborted) return undefined
    const actor = await this.#parts.currentActor(this.#command.actor)
    this.#command = { ...this.#command, actor, permission: authorise(actor, this.#resource, this.#action) }
    return this.read()
  }
}
