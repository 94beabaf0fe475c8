import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Host, Job } from '../core/jobs/jobs.ts'
import type { Engine } from '../db/engine.ts'
import { purgeCommits } from '../db/write-queue/purge-commits.ts'
import { ImportRunner } from '../features/imports/import-runner.ts'
import { type MailParts, mailJob } from '../features/mail/mailer.ts'
import { Dispatcher } from '../features/webhooks/dispatch/dispatcher.ts'
import { createSender } from '../features/webhooks/sender.ts'
import { ownerOf } from '../features/webhooks/webhook-owner.ts'
import type { Composition } from './composition-root.ts'
import { clearExpired } from './housekeeping.ts'
import { smtpTransport } from './smtp.ts'

const EXPIRED_MS = 3_600_000
const COMMITS_MS = 600_000
/** How often imports are looked for that another server left unfinished. */
const IMPORTS_MS = 30_000
/** How often something to send to webhooks is looked for. */
const WEBHOOKS_MS = 500

export interface BackgroundParts extends Pick<Host, 'clock' | 'monotonic' | 'onError'> {
  readonly config: Config
  readonly engine: Engine
  readonly composition: Composition
  /** Another process does what one process does for all. */
  readonly isWorker: boolean
  readonly log: FastifyInstance['log']
}

/** What goes on without a request. */
export function backgroundOf(parts: BackgroundParts) {
  const { config, engine, composition, isWorker, log, clock, monotonic, onError } = parts
  const { executor, store, backgroundActor, nextEvents, webhookParts } = composition
  const isAlone = config.databaseUrl === undefined // the embedded database belongs to one server
  const holder = `run_${randomBytes(12).toString('hex')}`
  const host: Host = { executor, store, clock, monotonic, holder, isAlone, onError }
  const runner = new ImportRunner({ ...host, currentActor: backgroundActor, analyze: engine.analyze })
  const looking = isWorker ? {} : { everyMs: IMPORTS_MS }
  /** Woken by every new import. */
  const imports: Job = { ...looking, run: () => runner.look(), stop: () => runner.stop() }
  if (isWorker) return { jobs: [imports], imports, open: async () => {} }
  const dispatcher = new Dispatcher({
    ...host,
    ...webhookParts,
    send: createSender(webhookParts),
    nextEvents,
    ownerOf: (webhook) => ownerOf(backgroundActor, webhook),
  })
  const jobs: Job[] = [
    { everyMs: EXPIRED_MS, run: (stopping) => clearExpired(executor, stopping) },
    { everyMs: COMMITS_MS, run: () => purgeCommits(engine, clock()) },
    imports,
    { everyMs: WEBHOOKS_MS, run: () => dispatcher.look(), stop: () => dispatcher.stop() },
    ...mailing(config, host, log),
  ]
  // Goes on with imports that were interrupted.
  return { jobs, imports, dispatcher, open: () => runner.look(isAlone) }
}

/** Sends messages, where there is a mail server. */
function mailing({ smtpUrl, mailFrom }: Config, host: Host, log: BackgroundParts['log']): Job[] {
  if (!smtpUrl || !mailFrom) return []
  const onFailure: MailParts['onFailure'] = ({ id, attempts }, reason) =>
    log.warn({ messageId: id, attempts, reason }, 'a message was not sent')
  return [mailJob(host, { transport: smtpTransport(smtpUrl, mailFrom), onFailure })]
}
