import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import type { Followed, Follower } from './follower.ts'

export const EVENT_STREAM = 'text/event-stream'
/** Proxies close connections on which nothing is sent. */
const COMMENT_MS = 15_000
const COMMENT = ': still here\n\n'

/** Whether the client asks for server-sent events. */
export const asksForStream = (accept: string | undefined): boolean => accept?.includes(EVENT_STREAM) ?? false

/** Sends what is followed as server-sent events, until the client disconnects, the server stops, or the actor loses access. */
export async function sendStream(
  reply: FastifyReply,
  follower: Follower,
  first: Followed,
  isNamed: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { raw } = reply
  raw.writeHead(200, { ...reply.usualHeaders(), 'content-type': EVENT_STREAM, 'cache-control': 'no-store' })
  reply.hijack()
  const comments = setInterval(() => raw.write(COMMENT), COMMENT_MS)
  try {
    let next: Followed | undefined = first
    while (next) {
      if (!raw.write(textOf(next, isNamed))) await once(raw, 'drain', { signal })
      next = await follower.readNext(next.followed, COMMENT_MS, signal)
    }
  } catch {
    // The client sees the end of the stream. It connects again, and is answered with what is wrong now.
  } finally {
    clearInterval(comments)
    raw.end()
  }
}

interface Sent {
  readonly cursor: string
  readonly type: string
}

/**
 * The type is in the data: a block with an `event` line reaches only listeners of that very type. The last block has no data:
 * it only moves the cursor over what was left out.
 */
function textOf({ body, followed: { cursor } }: Followed, isNamed: boolean): string {
  const { data } = JSON.parse(body) as { readonly data: readonly Sent[] }
  const nameOf = ({ type }: Sent) => (isNamed ? `event: ${type}\n` : '')
  const blocks = data.map((sent) => `id: ${sent.cursor}\n${nameOf(sent)}data: ${JSON.stringify(sent)}\n\n`)
  return `${blocks.join('')}id: ${cursor}\n\n`
}
