import { Agent } from 'node:http'
import { type Call, call, createKey, type Reply } from './client.ts'

/** Where clients find the servers, which come and go. Clients keep their connections open between requests. */
export class Target {
  readonly #agent = new Agent({ keepAlive: true })
  #origins: readonly string[] = []
  #key = ''
  #waiting: (() => void)[] = []

  /** The addresses from now on; clients are spread over them. The first call creates the API key. */
  async use(...servers: readonly { readonly origin: string }[]): Promise<void> {
    if (this.#key === '') this.#key = await createKey(servers[0]!.origin)
    this.#origins = servers.map(({ origin }) => origin)
    for (const resume of this.#waiting.splice(0)) resume()
  }

  /** Another API key from now on: an earlier one may have expired when the clock was set ahead. */
  async renewKey({ origin }: { readonly origin: string }): Promise<void> {
    this.#key = await createKey(origin)
  }

  /** No server is up: clients wait until there is one again. */
  down(): void {
    this.#origins = []
  }

  /** The API key of the clients. */
  get key(): string {
    return this.#key
  }

  /** Of one of the servers. */
  get origin(): string {
    return this.#origins[0]!
  }

  /** Resolves as soon as there is a server, at once if there is one. */
  async isUp(): Promise<void> {
    while (this.#origins.length === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Rejects with `NoAnswer`. The agent decides about connections; clients share one if none is given. */
  async send(client: number, { headers, ...rest }: Call, agent = this.#agent): Promise<Reply> {
    await this.isUp()
    const origin = this.#origins[client % this.#origins.length]!
    return call(origin, agent, { ...rest, headers: { 'x-api-key': this.#key, ...headers } })
  }

  /** Another server with a copy of the data, and therefore with the same API key. */
  sameKey({ origin }: { readonly origin: string }): Target {
    const target = new Target()
    target.#key = this.#key
    target.#origins = [origin]
    return target
  }

  close(): void {
    this.#agent.destroy()
  }
}
