import type { Writer } from '../core/command.ts'
import { Problem } from '../core/problem.ts'
import { together } from '../core/together.ts'
import type { Pen } from '../db/engine.ts'
import type { Channel } from './channel.ts'
import { type Answer, type Request, refusalOf } from './messages.ts'

type Commit = Extract<Request, { kind: 'commit' }>

/** Does for others what writes, and lends them the pen. Returns what to do when the other side is gone. */
export function serveWrites(channel: Channel<Answer, Request>, writer: Writer, pen: Pen): () => void {
  /** All answers of one commit go in one message. */
  const answer = together<Answer>((answers) => channel.send(answers), queueMicrotask)
  let isGone = false
  let isLent = false

  async function commit({ id, command }: Commit): Promise<void> {
    try {
      answer({ kind: 'reply', id, reply: await writer.commit(command) })
    } catch (error) {
      if (error instanceof Problem) answer({ kind: 'refusal', id, refusal: refusalOf(error) })
      else answer({ kind: 'failure', id, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  async function lend(): Promise<void> {
    await pen.take()
    isLent = true
    if (isGone) takeBack()
    else channel.send([{ kind: 'pen' }])
  }

  function takeBack(): void {
    if (isLent) pen.give()
    isLent = false
  }

  channel.listen((requests) => {
    for (const request of requests) {
      if (request.kind === 'commit') commit(request)
      else if (request.kind === 'take-pen') lend()
      else if (request.kind === 'give-pen') takeBack()
    }
  })
  return () => {
    isGone = true
    takeBack()
  }
}
