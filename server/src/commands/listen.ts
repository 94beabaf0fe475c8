import { setTimeout as sleep } from 'node:timers/promises'
import { createSender, type Send } from '../features/webhooks/sender.ts'
import { mintSecret, signedHeaders } from '../features/webhooks/signature.ts'
import { type Command, expectWords, failed, UsageError } from './command.ts'

const WAIT_SECONDS = 25
const RETRY_MS = 2000
/** A request that waits for events is answered a little later than it asks for. */
const TIMEOUT_MS = (WAIT_SECONDS + 15) * 1000

export const listen: Command = {
  name: 'listen',
  usage: '--forward-to <url> [--events <types>]',
  summary: 'Forward the changes of a server to a program on this machine, as signed webhooks.',
  help: [
    'Follows the change feed of the server at KONTOR_URL with the key in KONTOR_API_KEY, from now on, and posts each event',
    'as a webhook would. No webhook has to be set up, and the server need not reach this machine. It ends with Ctrl+C.',
    '',
    '  --forward-to URL   where to post, such as http://127.0.0.1:4000/hook',
    '  --events TYPES     only these, such as items.*,invoices.paid',
    '',
    'The secret that signs is printed at the start, and is a new one each time.',
  ].join('\n'),
  options: { 'forward-to': { type: 'string' }, events: { type: 'string' } },
  async run(options, words) {
    expectWords(words)
    const { 'forward-to': address, events } = options as Record<string, string | undefined>
    const { KONTOR_URL: origin, KONTOR_API_KEY: key } = process.env
    if (!address || !URL.canParse(address)) throw new UsageError('--forward-to must be an address. See --help.')
    if (!origin || !URL.canParse(origin)) return failed('KONTOR_URL must be the address of a server.')
    if (!key) return failed('KONTOR_API_KEY must be an API key with the scope "read".')
    const secret = mintSecret()
    const feed = new Feed(origin, key, events)
    console.log(`Secret: ${secret}`)
    return feed.follow(async (event) => {
      const { status, error } = await post(createSender({ allowsPrivate: true }), address, secret, event)
      console.log(`${event.at} ${event.type} ${event.recordId} → ${status ?? error}`)
    })
  },
}

interface ListedEvent {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly recordId: string
}

function post(send: Send, url: string, secret: string, event: ListedEvent) {
  const body = JSON.stringify({ type: event.type, timestamp: event.at, data: event })
  const timestamp = Math.floor(Date.now() / 1000)
  return send({ url, headers: signedHeaders({ id: event.id, timestamp, body }, [secret]), body })
}

/** The change feed of a server, over HTTP. */
class Feed {
  readonly #address: URL
  readonly #key: string
  #isConnected = false

  constructor(origin: string, key: string, types: string | undefined) {
    this.#address = new URL('/api/v1/events', origin)
    this.#address.searchParams.set('include', 'record')
    if (types) this.#address.searchParams.set('types', types)
    this.#key = key
  }

  /** Goes on until the server refuses a request; a server that is away is tried again. */
  async follow(handle: (event: ListedEvent) => Promise<void>): Promise<number> {
    for (let after = 'now', wait = 0; ; ) {
      const page = await this.#next(after, wait).catch(() => undefined)
      if (typeof page === 'string') return failed(page)
      this.#tell(page !== undefined)
      if (!page) {
        await sleep(RETRY_MS)
        continue
      }
      for (const event of page.data) await handle(event)
      after = page.meta.cursor
      wait = WAIT_SECONDS
    }
  }

  /** The next events, or why there are none. */
  async #next(after: string, wait: number): Promise<FeedPage | string | undefined> {
    const address = new URL(this.#address)
    address.searchParams.set('after', after)
    address.searchParams.set('wait', String(wait))
    const response = await fetch(address, {
      headers: { 'x-api-key': this.#key },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 500 || response.status === 429) return undefined
    const body = (await response.json()) as FeedPage & { readonly error?: { readonly message: string } }
    return response.ok ? body : (body.error?.message ?? `The server answers ${response.status}.`)
  }

  #tell(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return
    this.#isConnected = isConnected
    console.log(isConnected ? `Listening to ${this.#address.origin}` : 'The server does not answer. Trying again …')
  }
}

interface FeedPage {
  readonly data: readonly ListedEvent[]
  readonly meta: { readonly cursor: string }
}
