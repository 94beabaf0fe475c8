import { ServerConnection } from './connection.ts'
import { DatabaseError } from './database.ts'
import type { ConnectionOptions } from './options.ts'

export class Server {
  readonly #options: ConnectionOptions
  #isReachable = true
  readonly #open: ServerConnection[] = []

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  connect(): ServerConnection {
    if (!this.#isReachable) throw new DatabaseError('unavailable', 'ECONNREFUSED')
    const connection = new ServerConnection(this.#options, this.#open.length)
    this.#open.push(connection)
    return connection
  }

  /** All connections are lost, all transactions are rolled back, and nothing can be reached for some time. */
  crash(steps: number): void {
    this.#options.trace?.(`the server is gone for ${steps} steps`)
    this.#isReachable = false
    for (const connection of this.#open) connection.crash()
    this.#options.scheduler.after(steps, () => {
      this.#isReachable = true
    })
  }
}
