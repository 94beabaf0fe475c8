import { sessions } from '../auth/access.resources.ts'
import { administrationOf } from '../auth/administration.ts'
import { type CurrentActors, createCurrentActors } from '../auth/identify.ts'
import { connectedAppActions } from '../auth/oauth/connected-apps.ts'
import { linkComposers, passwordLinkActions } from '../auth/password-links/link-actions.ts'
import { sessionActions } from '../auth/session-actions.ts'
import type { SignInParts } from '../auth/sign-in-actions.ts'
import { createThrottle, type Throttle } from '../auth/throttle.ts'
import { webSessionEntry } from '../auth/web-sessions.ts'
import type { Config } from '../config/config.ts'
import type { MailChannel } from '../core/action.ts'
import { auditedStore } from '../core/audit/audited-store.ts'
import { createFailures, type Failures } from '../core/audit/failures.ts'
import type { Executor, Writer } from '../core/command.ts'
import { createMemoryCounters } from '../core/counters/memory-counters.ts'
import { CommandExecutor, type ExecutorParts } from '../core/execute.ts'
import type { Serve, Served } from '../core/feature.ts'
import { type Cursors, createCursors } from '../core/lists/cursor.ts'
import type { Entry } from '../core/rules.ts'
import type { Store } from '../core/store.ts'
import type { Engine } from '../db/engine.ts'
import { createStore } from '../db/store.ts'
import { fillDemo } from '../demo/fill.ts'
import { batchEntry } from '../features/batch/batch-entry.ts'
import { describeEntry } from '../features/describe/describe-entry.ts'
import { createFeed, type Feed } from '../features/events/feed.ts'
import { importEntries } from '../features/imports/imports-entry.ts'
import { outboxEntry } from '../features/mail/messages-entry.ts'
import { searchEntry } from '../features/search/search-action.ts'
import type { WebhookParts } from '../features/webhooks/webhook-rules.ts'
import { webhookWork } from '../features/webhooks/webhook-work.ts'
import { webhookEntries } from '../features/webhooks/webhooks-entry.ts'
import type { Gate } from '../http/gate.ts'
import type { Resource } from '../model/resource.ts'
import { catalog as shippedCatalog } from '../resources/catalog.ts'
import { registryOf } from '../resources/registry.ts'
import { reportsEntry } from '../resources/reports/reports.ts'
import { companyFields, companyName, companyOf } from '../resources/settings/company.ts'
import { demoData } from './demo-data.ts'
import { everyResource, subjectsOf } from './every-resource.ts'
import { housekeeping } from './housekeeping.ts'
import { openSecrets, type Secrets } from './secrets/secrets.ts'
import { signInSettingsOf, ssoSettingsOf } from './sign-in-settings.ts'
import { mailChannelOf } from './smtp.ts'
import { usageEntry } from './usage.ts'
import { webhookPartsOf } from './webhooks.ts'

export interface CompositionOptions {
  readonly config: Config
  readonly engine: Engine
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly catalog?: readonly Resource[]
  /** How much of the plan a user has used; not known where only writing happens. */
  readonly usageOf?: Gate['usageOf']
  /** Called when an import has rows to process. */
  readonly onImport?: () => void
  /** Set if another thread writes. */
  readonly writer?: Writer
  readonly watchWrite?: ExecutorParts['watchWrite']
  readonly storage?: NonNullable<ExecutorParts['storage']>
  /** Counts sign-in attempts; needed only where requests are answered. */
  readonly throttle?: Throttle
}

/** All actions and the store behind them, without a server. */
export interface Composition extends CurrentActors {
  readonly store: Store
  readonly entries: readonly Entry[]
  readonly executor: Executor & Writer
  readonly cursors: Cursors
  readonly throttle: Throttle
  readonly failures: Failures
  readonly secrets: Secrets
  /** The next events of the change feed, for any actor: for work of the server itself, such as sending webhooks. */
  readonly nextEvents: Feed['next']
  /** Tells when there may be further events. */
  readonly changes: Feed['changes']
  readonly webhookParts: WebhookParts
  /** Missing: this server cannot send mail. */
  readonly mail?: MailChannel
  /** The prefix of paths in links. */
  readonly origin: string
}

/** The same in every thread. */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { config, engine, clock, catalog = shippedCatalog, usageOf, writer } = options
  const secrets = await openSecrets(config, engine)
  const origin = config.baseUrl ?? ''
  const resources = everyResource(catalog)
  const store = auditedStore(createStore(engine, resources), secrets.auditKeys)
  const cursors = createCursors(secrets.keysFor('cursors'))
  const throttle = options.throttle ?? createThrottle(createMemoryCounters(clock))
  const failures = createFailures(store, clock)
  const signInParts: SignInParts = { ...signInSettingsOf(config, secrets), throttle, failures }
  const webhookParts = webhookPartsOf(config, secrets, cursors, resources)
  const signIn: Entry = {
    resource: sessions,
    path: 'auth',
    usesReserve: true,
    actions: [
      ...sessionActions(signInParts, { fields: companyFields, of: companyOf, nameOf: companyName }),
      ...connectedAppActions,
      ...passwordLinkActions(throttle, failures),
    ],
  }
  const resourceFeatures: Serve[] = [
    () => ({ entries: [signIn], work: [webSessionEntry(signInParts, ssoSettingsOf(config)), housekeeping] }),
    () => ({ entries: registryOf(catalog, [demoData(() => fillDemo(executor, clock()))]) }),
    () => ({ entries: administrationOf(subjectsOf(resources), origin), work: [outboxEntry(linkComposers)] }),
    () => ({ entries: webhookEntries(webhookParts), work: [webhookWork] }),
    () => ({ entries: [searchEntry(catalog)] }),
    (known) => importEntries(known, options.onImport ?? (() => {})),
  ]
  const described = served(resourceFeatures)
  const feed = createFeed(described.entries, store, cursors, clock)
  // What is made of the entries of others, and is described nowhere but in the documentation.
  const others = [
    batchEntry(described.entries),
    reportsEntry(catalog),
    feed.entry,
    describeEntry(described.entries),
    ...(usageOf ? [usageEntry(usageOf)] : []),
  ]
  const entries = [...described.entries, ...others]
  const actors = createCurrentActors(store, clock)
  const { currentActor } = actors
  const mail = mailChannelOf(config)
  const parts = { entries: [...entries, ...described.work], store, cursors, currentActor, clock, origin }
  const executor: Executor & Writer = new CommandExecutor({
    ...parts,
    ...(mail && { mail }),
    ...(writer && { writer }),
    ...(options.storage && { storage: options.storage }),
    watchWrite: feed.changes.reporting(options.watchWrite),
  })
  const { next: nextEvents, changes } = feed
  const services = { executor, cursors, throttle, failures, secrets, nextEvents, changes, webhookParts }
  return { store, entries, origin, ...services, ...(mail && { mail }), ...actors }
}

/** What the features serve, each of which knows the entries of those before it. */
function served(features: readonly Serve[]): Required<Served> {
  const [entries, work]: [Entry[], Entry[]] = [[], []]
  for (const serve of features) {
    const more = serve([...entries])
    entries.push(...(more.entries ?? []))
    work.push(...(more.work ?? []))
  }
  return { entries, work }
}
