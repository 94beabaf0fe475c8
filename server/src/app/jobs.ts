import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Job } from '../core/jobs/jobs.ts'
import type { Monotonic } from '../core/jobs/lease.ts'
import type { Engine } from '../db/engine.ts'
import { purgeCommits } from '../db/write-queue/purge-commits.ts'
import { ImportRunner } from '../features/imports/import-runner.ts'
import { mailJob } from '../features/mail/mailer.ts'
import type { Dispatcher } from '../features/webhooks/dispatch/dispatcher.ts'
import type { Composition } from './composition-root.ts'
import { clearExpired } from './housekeeping.ts'
import { smtpTransport } from './smtp.ts'
import { webhookDispatcher } from './webhooks.ts'

const EXPIRED_MS = 3_600_000
const COMMITS_MS = 600_000
/** How often imports are looked for that another server left unfinished. */
const IMPORTS_MS = 30_000
/** How often something to send to webhooks is looked for. */
const WEBHOOKS_MS = 500

export interface JobParts {
  readonly config: Config
  readonly engine: Engine
  readonly clock: () => number
  readonly monotonic: Monotonic
  readonly composition: Composition
  /** Another process does what one process does for all. */
  readonly isWorker: boolean
  readonly log: FastifyInstance['log']
  onError(error: unknown): void
}

/** What goes on without a request. */
export interface Background {
  readonly jobs: readonly Job[]
  readonly runner: ImportRunner
  /** The job that is woken by an import. */
  readonly imports: Job
  readonly dispatcher?: Dispatcher
}

export function backgroundOf(parts: JobParts): Background {
  const { config, engine, clock, composition, isWorker, onError } = parts
  const { executor, store, backgroundActor } = composition
  const holder = `run_${randomBytes(12).toString('hex')}`
  const running = { executor, store, clock, onError, holder, currentActor: backgroundActor, analyze: engine.analyze }
  const runner = new ImportRunner(running)
  const imports: Job = {
    ...(!isWorker && { everyMs: IMPORTS_MS }),
    run: () => runner.look(),
    stop: () => runner.stop(),
  }
  if (isWorker) return { jobs: [imports], runner, imports }
  const dispatcher = webhookDispatcher(config, composition, clock, onError)
  const jobs: Job[] = [
    { everyMs: EXPIRED_MS, run: (stopping) => clearExpired(executor, stopping) },
    { everyMs: COMMITS_MS, run: () => purgeCommits(engine, clock()) },
    imports,
    { everyMs: WEBHOOKS_MS, run: () => dispatcher.look(), stop: () => dispatcher.stop() },
    ...mailing(parts),
  ]
  return { jobs, runner, imports, dispatcher }
}

/** Sends messages, where there is a mail server. */
function mailing({ config: { smtpUrl, mailFrom }, clock, monotonic, composition, log, onError }: JobParts): Job[] {
  if (!smtpUrl || !mailFrom) return []
  const { executor, store } = composition
  const transport = smtpTransport(smtpUrl, mailFrom)
  const onFailure = ({ id, attempts }: { id: string; attempts: number }, reason: string) =>
    log.warn({ messageId: id, attempts, reason }, 'a message was not sent')
  return [mailJob({ executor, store, clock, monotonic, transport, onFailure, onError })]
}
