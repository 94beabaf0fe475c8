import type { FastifyReply } from 'fastify'
import type { Action } from '../../core/action.ts'
import type { Command, Reply } from '../../core/command.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { asksForStream, sendStream } from './event-stream.ts'
import { type Followed, Follower, type FollowParts } from './follower.ts'
import { WaitingRequests } from './waiting-requests.ts'

/** Answers requests for actions that are followed: at once, when there is something to tell, or as a stream (undefined). */
export type Follow = (
  resource: Resource,
  action: Action,
  command: Command,
  reply: FastifyReply,
) => Promise<Reply | undefined>

/** `closing` is aborted when the server stops: whatever waits is answered. */
export function createFollow(parts: FollowParts, closing: AbortSignal): Follow {
  const waiting = new WaitingRequests()
  return async (resource, action, command, reply) => {
    const { headers } = reply.request
    const isStream = asksForStream(headers.accept)
    const lastEventId = isStream ? headers['last-event-id'] : undefined
    const input: AnyRecord = { ...command.input, ...(lastEventId && { after: lastEventId }) }
    const follower = new Follower(parts, resource, action, { ...command, input })
    const first = await follower.read()
    const waitMs = (input.wait as number) * 1000
    if (!isStream && (waitMs === 0 || !first.followed.isEmpty)) return first
    const leave = waiting.enter(command.actor.userId ?? '')
    const signal = endOf(reply, closing)
    try {
      if (!isStream) return await awaited(follower, first, waitMs, signal)
      await sendStream(reply, follower, first, input.named === true, signal)
      return undefined // a reply would be taken for a promise of its end
    } finally {
      leave()
    }
  }
}

/** Aborted when the client disconnects or the server stops. */
function endOf(reply: FastifyReply, closing: AbortSignal): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return AbortSignal.any([closing, gone.signal])
}

/** The first reply that is not empty, within the time. */
async function awaited(follower: Follower, first: Followed, waitMs: number, signal: AbortSignal): Promise<Reply> {
  const end = performance.now() + waitMs
  let reply = first
  while (reply.followed.isEmpty && performance.now() < end) {
    const next = await follower.readNext(reply.followed, end - performance.now(), signal)
    if (!next) break
    reply = next
  }
  return reply
}
