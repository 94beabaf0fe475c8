import { randomBytes } from 'node:crypto'
import type { Context } from '../../core/action.ts'
import { type Blocker, defineProblems, Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { type Language, msg } from '../../model/message.ts'
import { mailRequests } from './mail-requests.resource.ts'
import { type Message, messages } from './messages.resource.ts'

export const { MAIL_NOT_CONFIGURED } = defineProblems({
  MAIL_NOT_CONFIGURED: [
    422,
    msg`This server cannot send e-mail. An administrator must set KONTOR_SMTP_URL and KONTOR_MAIL_FROM.`,
  ],
})

export interface Draft {
  readonly kind: string
  readonly to: string
  readonly language: Language
  readonly subject: string
  /** Plain text. */
  readonly body: string
}

export function mailBlocker({ mail }: Context<Reads>): Blocker | undefined {
  return mail ? undefined : new Problem(MAIL_NOT_CONFIGURED)
}

/** Has a message composed after the commit, if there is anything to send (`Composers`). */
export async function requestMessage(
  { mail, records }: Context,
  asked: Pick<Message, 'kind' | 'to' | 'language'>,
): Promise<void> {
  if (!mail) throw new Problem(MAIL_NOT_CONFIGURED)
  await records.insert(mailRequests, asked)
}

/** Writes a message in the transaction of the request: it is sent after the commit, or not at all. */
export async function queueMessage({ mail, now, records }: Context, draft: Draft): Promise<Message> {
  if (!mail) throw new Problem(MAIL_NOT_CONFIGURED)
  return records.insert(messages, {
    ...draft,
    status: 'queued',
    attempts: 0,
    nextAttemptAt: now,
    messageId: `<${randomBytes(16).toString('hex')}@${mail.domain}>`,
  } as never)
}
