import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: string
  readonly messageId: string
  readonly source: string
  /** The plain text. */
  readonly text: string
  /** When it was received, by a clock that is never set. */
  readonly at: number
}

/** A real mail server on this machine. */
export interface MailServer extends AsyncDisposable {
  /** The settings of a server that sends through it. */
  readonly environment: Readonly<Record<string, string>>
  readonly received: readonly ReceivedMail[]
  /** The first mail to this address, as soon as it is there, among those after the first `skip`. */
  mailTo(address: string, skip?: number): Promise<ReceivedMail>
  /** What each recipient is answered from now on: a status of SMTP such as 451, or nothing at all. */
  answer(recipient: number | 'accept' | 'silence'): void
  /** How many recipients were announced, accepted or not. */
  readonly announced: number
  whenAnnounced(count: number): Promise<void>
}

export const BASE_URL = 'https://kontor.example'

/** The sender waits for the acceptance of a message so many milliseconds. */
type Delay = () => number

export async function startMailServer(delay: Delay = () => 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  let answer: number | 'accept' | 'silence' = 'accept'
  let announced = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo(_address, _session, callback) {
      announced++
      wake()
      if (answer === 'silence') return
      if (answer === 'accept') callback()
      else callback(Object.assign(new Error('refused by the test'), { responseCode: answer }))
    },
    async onData(stream, session, callback) {
      const parts = await Array.fromAsync(stream as AsyncIterable<Buffer>).catch(() => undefined)
      if (!parts) return // the client was killed in the middle of the message
      const source = Buffer.concat(parts).toString('utf8')
      const to = session.envelope.rcptTo[0]!.address
      const messageId = /^Message-ID: (.+?)\r$/im.exec(source)![1]!
      received.push({ to, source, messageId, text: plainTextOf(source), at: performance.now() })
      await pause(delay())
      callback()
      wake()
    },
  })
  server.on('error', () => {}) // a killed client breaks its connection
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  const until = <T>(find: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const look = () => {
        const found = find()
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  return {
    environment: {
      KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
      KONTOR_MAIL_FROM: 'Kontor <kontor@sender.example>',
      KONTOR_BASE_URL: BASE_URL,
    },
    received,
    mailTo: (address, skip = 0) => until(() => received.filter(({ to }) => to === address)[skip]),
    answer(next) {
      answer = next
    },
    get announced() {
      return announced
    },
    whenAnnounced: async (count) => {
      await until(() => announced >= count || undefined)
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}

function plainTextOf(source: string): string {
  const [, head = '', body = ''] =
    /Content-Type: text\/plain[^\r]*\r\n((?:[^\r]+\r\n)*)\r\n([\s\S]*?)\r\n--/i.exec(source) ?? []
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1]
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The token in the link of a mail, or of an answer. */
export const tokenIn = (text: string): string => /\/set-password#(\w+)/.exec(text)![1]!
