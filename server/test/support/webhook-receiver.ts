import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  readonly body: any
}

type Answerer = (webhook: ReceivedWebhook, response: ServerResponse) => void

/** Another system on this machine that takes webhooks. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  /** What it answers from now on: a status, nothing at all, or whatever the function does. */
  answer(how: number | 'silence' | Answerer): void
  /** As soon as it has received this many in total. */
  whenReceived(count: number): Promise<readonly ReceivedWebhook[]>
  /** The first one that fits. */
  whenThere(isWanted: (webhook: ReceivedWebhook) => boolean): Promise<ReceivedWebhook>
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const waiting = new Set<() => void>()
  let answer: number | 'silence' | Answerer = 200
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    const webhook = { headers: request.headers, text, body: JSON.parse(text) }
    received.push(webhook)
    for (const look of waiting) look()
    if (answer === 'silence') return
    if (typeof answer === 'number') response.writeHead(answer).end('noted')
    else answer(webhook, response)
  })
  server.on('clientError', () => {}) // a killed client breaks its connection
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const lookAgain = () => {
        const found = look()
        if (found === undefined) return
        waiting.delete(lookAgain)
        resolve(found)
      }
      waiting.add(lookAgain)
      lookAgain()
    })

  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer(how) {
      answer = how
    },
    whenReceived: (count) => until(() => (received.length >= count ? received : undefined)),
    whenThere: (isWanted) => until(() => received.find(isWanted)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** By the library of Standard Webhooks, as receivers check it. Its clock cannot be moved. */
export function isSignedBy(secret: string, { headers, text }: ReceivedWebhook): boolean {
  try {
    assert.deepEqual(new Webhook(secret).verify(text, headers as Record<string, string>), JSON.parse(text))
    return true
  } catch {
    return false
  }
}
