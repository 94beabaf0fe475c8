import type { Query, Values } from '../../src/db/engine.ts'
import type { SqliteLane } from '../../src/db/sqlite/lane.ts'
import type { Lane } from '../../src/db/write-queue/lane.ts'

/**
 * The real lane. Other threads may do something between any two of its calls, and its own thread may end there. Calls are
 * carried out in their order, as a lane has to.
 */
export class PausingLane implements Lane {
  readonly #lane: SqliteLane
  readonly #pause: () => Promise<void> | undefined
  readonly #acknowledgesEarly: boolean
  readonly hasRivals = false
  #latest: Promise<unknown> = Promise.resolve()

  constructor(lane: SqliteLane, pause: () => Promise<void> | undefined, acknowledgesEarly: boolean) {
    this.#lane = lane
    this.#pause = pause
    this.#acknowledgesEarly = acknowledgesEarly
  }

  get maxHoldMs(): number {
    return this.#lane.maxHoldMs
  }

  async begin(): Promise<void> {
    await this.#inTurn(() => this.#lane.begin())
    await this.#pause()
  }

  run(query: Query): Promise<readonly Values[]> {
    return this.#inTurn(() => this.#lane.run(query))
  }

  flush(writes: readonly Query[]): Promise<void> {
    return this.#inTurn(() => this.#lane.flush(writes))
  }

  savepoint(action: 'set' | 'release' | 'undo'): Promise<void> {
    return this.#inTurn(() => this.#lane.savepoint(action))
  }

  async commit(writes: readonly Query[]): Promise<void> {
    const committed = this.#inTurn(() => this.#lane.commit(writes))
    if (this.#acknowledgesEarly) return void committed.catch(() => {})
    await committed
    await this.#pause()
  }

  rollback(): Promise<void> {
    return this.#inTurn(() => this.#lane.rollback())
  }

  release(): void {
    this.#lane.release()
  }

  verdictOn(error: unknown): 'unavailable' | undefined {
    return this.#lane.verdictOn(error)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const earlier = this.#latest
    const turn = async () => {
      await earlier
      await this.#pause()
      return work()
    }
    const carriedOut = turn()
    this.#latest = carriedOut.catch(() => {})
    return carriedOut
  }
}
