import type { SendResult } from '../../src/features/webhooks/sender.ts'
import type { World } from './world.ts'

interface Payload {
  readonly data: { readonly id: string; readonly recordId: string; readonly version: number }
}

/** The system that webhooks are sent to, and what it has got. */
export class Receiver {
  readonly #world: World
  readonly #failures: number
  /** Events that have arrived, by id. */
  readonly arrived = new Set<string>()
  readonly #running = new Map<string, object>()
  readonly #versions = new Map<string, number>()

  constructor(world: World, failures: number) {
    this.#world = world
    this.#failures = failures
  }

  /** One attempt. It may fail, or the answer may be lost with the process that waits for it. */
  async receive(body: string): Promise<SendResult> {
    const { server, scheduler } = this.#world
    const { id, recordId, version } = (JSON.parse(body) as Payload).data
    this.#check(id, recordId, version)
    this.arrived.add(id)
    this.#running.set(recordId, server)
    await server.pause(scheduler.random.below(6))
    this.#running.delete(recordId)
    return !this.#world.isHealed && scheduler.random.chance(this.#failures) ? { error: 'refused' } : { status: 200 }
  }

  #check(id: string, recordId: string, version: number): void {
    const { file, problems, server, trace } = this.#world
    trace?.(`event ${id} of ${recordId}, version ${version}, arrives`)
    const [, ofRecord, ofVersion] = file.table('events').get(id.slice(0, id.indexOf(' '))) ?? []
    const isCommitted = ofRecord === recordId && ofVersion === version && this.#isSame(id)
    if (!isCommitted) problems.push(`event ${id} arrives, and is not committed`)
    if (this.#running.get(recordId) === server)
      problems.push(`event ${id} arrives while another of ${recordId} is sent`)
    if (this.arrived.has(id)) return
    const last = this.#versions.get(recordId) ?? 0
    if (version !== last + 1) problems.push(`version ${version} of ${recordId} arrives first after version ${last}`)
    this.#versions.set(recordId, version)
  }

  #isSame(id: string): boolean {
    const [sequence = '', run] = id.split(' run ')
    return this.#world.file.table('events').get(sequence)?.[3] === run
  }
}
