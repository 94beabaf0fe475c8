import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '../framework/wait-for.ts'

const LOOK_MS = 100
/** A request that no node takes is given up after this time. */
const WAIT_MS = 20_000
const PAUSE_MS = 20

interface Received {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** What a reverse proxy does: sends each request to a node that says it is ready. */
export interface Balancer {
  readonly origin: string
  add(origin: string): void
  remove(origin: string): void
  /** Resolves when the node has said that it is ready. Rejects if it does not for minutes. */
  isReady(origin: string, limitMs?: number): Promise<unknown>
  close(): Promise<void>
}

export async function openBalancer(): Promise<Balancer> {
  const nodes = new Map<string, boolean>()
  const agent = new Agent() // a kept connection could be closed by a node that stops, at the moment it is used
  const look = async () => {
    for (const origin of nodes.keys()) {
      const answer = await send(agent, `${origin}/readyz`).catch(() => undefined)
      if (nodes.has(origin)) nodes.set(origin, answer?.status === 200)
    }
  }
  const timer = setInterval(look, LOOK_MS)
  let turns = 0

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray())
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await pause(PAUSE_MS)) {
      const ready = [...nodes].filter(([, isReady]) => isReady).map(([origin]) => origin)
      const origin = ready[turns++ % ready.length]
      if (origin === undefined) continue
      try {
        const answer = await send(agent, origin + incoming.url, incoming, body)
        if (wasNotTaken(answer)) continue
        response.writeHead(answer.status, answer.headers).end(answer.body)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break
      }
    }
    response.destroy()
  }

  const server = createServer((incoming, response) => void forward(incoming, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => void nodes.set(origin, false),
    remove: (origin) => void nodes.delete(origin),
    isReady: (origin, limitMs) =>
      waitFor(`The node ${origin} did not become ready`, () => nodes.get(origin) || undefined, limitMs),
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** With this code nothing was done, so that another node may be asked. `OUTCOME_UNKNOWN` is another matter. */
const wasNotTaken = ({ status, body }: Received) =>
  status === 503 && JSON.parse(body.toString()).error.code === 'UNAVAILABLE'

async function send(agent: Agent, url: string, incoming?: IncomingMessage, body?: Buffer): Promise<Received> {
  const { connection: _, ...headers } = incoming?.headers ?? {}
  const asked = request(url, { agent, method: incoming?.method ?? 'GET', headers })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(await answer.toArray()) }
}
