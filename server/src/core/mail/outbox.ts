import { randomBytes } from 'node:crypto'
import { type Language, msg } from '../../model/message.ts'
import type { Context } from '../action.ts'
import { type Blocker, defineProblems, Problem } from '../problem.ts'
import type { Reads } from '../store.ts'
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
  /** Plain text. Null: composed when the message is about to be sent (`Composers`). */
  readonly body: string | null
}

export function mailBlocker({ mail }: Context<Reads>): Blocker | undefined {
  return mail ? undefined : new Problem(MAIL_NOT_CONFIGURED)
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
