import type { Host, Job } from '../../core/jobs/jobs.ts'
import { LeaseWatch } from '../../core/jobs/lease.ts'
import { dueRecords, ifStored, stepsOf } from '../../core/jobs/steps.ts'
import { WorkQueue } from '../../core/jobs/work-queue.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { wholeScope } from '../../core/store.ts'
import { timeText } from '../../model/text.ts'
import { mailRequests } from './mail-requests.resource.ts'
import { type Message, messages } from './messages.resource.ts'
import { isTaken, LONGEST_WAIT_MS, type Mail, type Outcome } from './messages-entry.ts'

/** How often messages are looked for that are due. */
const LOOK_MS = 1000
/** The time that one attempt may take. After it, another node takes the message. */
const ATTEMPT_MS = 120_000

/** Hands a message to a mail server. Throws `MailRefused` where another attempt would fail as well. */
export type Transport = (mail: Mail) => Promise<void>

export class MailRefused extends Error {}

export interface MailParts {
  readonly transport: Transport
  /** Called for each failed attempt. */
  onFailure(mail: Mail, reason: string): void
}

/**
 * Sends messages that are due. Of several nodes one takes a message. A crash between the acceptance by the mail server and our
 * commit sends it again, with the same Message-ID.
 */
export function mailJob(host: Host, parts: MailParts): Job {
  const step = ifStored(stepsOf(host, mailRequests))
  const watch = new LeaseWatch(ATTEMPT_MS, host.monotonic)
  const isElsewhere = (message: Message) => isTaken(message) && watch.heldFor(message.id, `${message.attempts}`) > 0
  const queue = new WorkQueue<Message, Mail, Outcome>({
    atOnce: 1,
    async due() {
      const due = await dueRecords(host, messages, 'nextAttemptAt', LONGEST_WAIT_MS)
      watch.keepOnly(due.map(({ id }) => id))
      return due.filter((message) => !isElsewhere(message))
    },
    claim: async ({ id, attempts }) => (await step('claim', id, { attempts })).mail as Mail | undefined,
    perform: (mail) => attempt(parts, mail),
    settle: ({ id, attempts }, outcome) => step('settle', id, { attempts, ...outcome }),
    onError: host.onError,
  })
  const run = async (stopping: AbortSignal) => {
    const reads = host.store.reads(wholeScope(timeText(host.clock())))
    const { records: asked } = await reads.list(mailRequests, plainList([], { order: 'asc' }))
    for (const { id } of asked) if (!stopping.aborted) await step('compose', id)
    await queue.fill()
  }
  return { everyMs: LOOK_MS, run, stop: () => queue.stop() }
}

async function attempt({ transport, onFailure }: MailParts, mail: Mail): Promise<Outcome> {
  try {
    await transport(mail)
    return {}
  } catch (error) {
    const problem = (error instanceof Error && error.message) || String(error)
    onFailure(mail, problem)
    return { problem, isFinal: error instanceof MailRefused }
  }
}
