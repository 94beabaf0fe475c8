import { WriteQueue } from '../../src/db/write-queue/write-queue.ts'
import type { ServerConnection } from './database/connection.ts'
import type { Server } from './database/server.ts'
import type { PlantedBug } from './planted-bug.ts'
import type { Scheduler } from './scheduler.ts'
import { type LaneHost, SimLane } from './sim-lane.ts'

export interface NodeOptions {
  readonly name: string
  readonly scheduler: Scheduler
  readonly server: Server
  readonly hasRivals: boolean
  readonly impatience: number
  readonly maxHoldMs: number
  readonly hops: LaneHost['hops']
  readonly queue: { readonly maxBatch: number; readonly maxWaiting: number; readonly maxWaitMs: number }
  readonly bug: PlantedBug | undefined
}

/** A process with its write queue. When it dies, nothing of it goes on. */
export class SimNode {
  readonly queue: WriteQueue
  readonly name: string
  isAlive = true
  readonly #options: NodeOptions
  readonly #connections: ServerConnection[] = []
  #commits = 0

  constructor(options: NodeOptions) {
    this.#options = options
    this.name = options.name
    const { scheduler, hasRivals } = options
    this.queue = new WriteQueue(this.#createLane(false), hasRivals ? this.#createLane(true) : undefined, {
      ...options.queue,
      maxBatch: options.queue.maxBatch + (options.bug?.extraBatch ?? 0),
      now: () => scheduler.now,
      gather: () => this.pause(),
      backOff: (attempt) => this.pause(scheduler.random.below(2 ** attempt)),
    })
  }

  pause(steps = 0): Promise<void> {
    const { scheduler } = this.#options
    return new Promise((resolve) => {
      const wake = () => this.isAlive && resolve()
      if (steps > 0) scheduler.after(steps, wake)
      else scheduler.later(wake)
    })
  }

  die(): void {
    this.isAlive = false
    for (const connection of this.#connections) connection.abandon()
  }

  #createLane(isPatient: boolean): SimLane {
    const { scheduler, server, hasRivals, maxHoldMs, impatience, hops, bug } = this.#options
    const lane = new SimLane({
      hasRivals,
      maxHoldMs,
      hops,
      connect: async () => {
        await this.pause()
        const connection = server.connect()
        this.#connections.push(connection)
        return connection
      },
      pause: () => this.pause(1 + scheduler.random.below(20)),
      createCommitId: () => `${this.name} commit ${++this.#commits}`,
      isImpatient: () => scheduler.random.chance(impatience),
    })
    bug?.breakLane?.(lane, isPatient)
    return lane
  }
}
