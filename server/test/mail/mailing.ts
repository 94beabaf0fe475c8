import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type Message, messages } from '../../src/features/mail/messages.resource.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { behindTheScenes } from '../support/people.ts'

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
let lastNumber = 0
const newAddress = () => `person.${++lastNumber}@people.example`

/** A server that sends mail, and the mail server that it sends to. */
export interface Mailing {
  readonly kontor: Kontor
  readonly mails: MailServer
}

export function mailingFor(kind: DatabaseKind): () => Mailing {
  let mailing: Mailing | undefined
  before(async () => {
    const mails = await startMailServer()
    mailing = { mails, kontor: await openKontor(kind, { environment: mails.environment }) }
  })
  after(async () => {
    await mailing?.kontor.close()
    await mailing?.mails[Symbol.asyncDispose]()
  })
  return () => mailing!
}

/** Invites a new user; returns the address. */
export async function invite(kontor: Kontor, more: object = {}): Promise<string> {
  const email = newAddress()
  const answer = await kontor.post('/users/invitations', { email, name: 'Anna', role: 'viewer', ...more })
  assert.equal(answer.status, 201, answer.text)
  return email
}

/** Read from the database: some tests move the clock past the end of every session. */
export async function messageWith(
  { engine }: Kontor,
  where: Partial<Message>,
  isWanted: (message: Message) => unknown,
): Promise<Message> {
  for (;;) {
    const message = await behindTheScenes(engine, (records) => records.find(messages, where))
    if (message && isWanted(message)) return message
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const isEnded = ({ status }: Message) => status !== 'queued'

export const afterAttempt = (kontor: Kontor, to: string, attempt: number) =>
  messageWith(kontor, { to }, ({ attempts, reason }) => attempts === attempt && reason !== null)

export const waitOf = ({ nextAttemptAt, updatedAt }: Message) => Date.parse(nextAttemptAt!) - Date.parse(updatedAt)
