import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { KeyUses } from '../auth/api-keys/key-uses.ts'
import { type FirstAdministrator, installAdministrator, installRoles } from '../auth/first-start.ts'
import { createIdentify } from '../auth/identify.ts'
import type { Throttle } from '../auth/throttle.ts'
import type { Config } from '../config.ts'
import { createTrail } from '../core/audit/trail.ts'
import type { Executor, Writer } from '../core/command.ts'
import { ImportRunner } from '../core/imports/import-runner.ts'
import { wholeFrame } from '../core/store.ts'
import type { Engine } from '../db/engine.ts'
import { migrate } from '../db/migrate.ts'
import { migrations as shippedMigrations } from '../db/migrations/index.ts'
import type { Migration } from '../db/schema-change.ts'
import { rebuildIndex } from '../db/search/rebuild.ts'
import { purgeCommits } from '../db/write-queue/purge-commits.ts'
import { createGate, type Gate } from '../http/gate.ts'
import type { Readiness } from '../http/health.ts'
import type { Limiter } from '../http/limits/limiter.ts'
import type { LogTarget } from '../http/server.ts'
import type { Resource } from '../model/resource.ts'
import { catalog as shippedCatalog } from '../resources/catalog.ts'
import { installSettings } from '../resources/settings/install-settings.ts'
import { compose } from './composition-root.ts'
import { everyResource } from './every-resource.ts'
import { hourly, startChores } from './housekeeping.ts'
import { openHttpApp } from './http-app.ts'
import { createPlanSource } from './plan.ts'
import { countedElsewhere, createRateLimits } from './rate-limits.ts'
import { WriteHealth } from './write-health.ts'
import type { RemoteWriter } from './writer/remote-writer.ts'
import type { WriterThread } from './writer/start-writer.ts'

const KEY_USES_MS = 60_000
const COMMITS_MS = 600_000
/** How long what another server left undone may wait. */
const IMPORTS_MS = 30_000
const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist')

export interface AppOptions {
  readonly config: Config
  readonly engine: Engine
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  readonly log?: LogTarget
  readonly catalog?: readonly Resource[]
  readonly migrations?: readonly Migration[]
  /** Starts a thread that writes; without it, writing happens here. */
  readonly startWriter?: () => WriterThread
  /** Set in one of several processes: another has set everything up, and writes and counts where it says so. */
  readonly worker?: { readonly throttle: Throttle; readonly writer?: RemoteWriter; readonly limiter?: Limiter }
  /** Where the web interface was built. */
  readonly webFolder?: string
}

export interface App {
  readonly server: FastifyInstance
  readonly executor: Executor & Writer
  readonly limiter: Limiter
  readonly throttle: Throttle
  readonly readiness: Readiness
  /** Set at the very first start. */
  readonly firstAdministrator: FirstAdministrator | undefined
  /** Answers what has arrived, takes nothing new, and leaves the database alone. */
  close(): Promise<void>
}

/** The only place that puts the parts together. */
export async function buildApp({
  config,
  engine,
  clock = Date.now,
  log = false,
  catalog = shippedCatalog,
  migrations = shippedMigrations,
  startWriter,
  worker,
  webFolder = WEB_FOLDER,
}: AppOptions): Promise<App> {
  const now = () => new Date(clock()).toISOString()
  if (!worker) {
    await migrate(engine, now(), migrations)
    await rebuildIndex(engine, everyResource(catalog))
  }
  engine.fenceSchema?.(newestOf(migrations))
  const thread = startWriter?.()
  const writer = worker?.writer ?? thread
  const usageOf: Gate['usageOf'] = (userId) => gate.usageOf(userId)
  const writes = new WriteHealth(() => store.write(wholeFrame(now()), async () => {}))
  const composition = await compose({
    config,
    engine,
    clock,
    catalog,
    usageOf,
    onImport: () => runner.look().catch(noteFailure),
    ...(writer && { writer }),
    ...(worker && { throttle: worker.throttle }),
    watchWrite: (write) => writes.watch(write),
  })
  const { store, executor, throttle, currentActor, backgroundActor } = composition
  if (!worker) {
    await installRoles(store, composition.entries, now())
    await installSettings(store, now())
  }

  const plans = createPlanSource(store, config.plan, clock)
  const limits = worker?.limiter
    ? countedElsewhere(worker.limiter)
    : await createRateLimits({ config, engine, clock, log: () => server.log })
  const trail = createTrail(store, clock, (error) => server.log.error({ err: error }, 'a refusal was not noted'))
  const uses = new KeyUses(store)
  const { limiter } = limits
  const identify = createIdentify(store)
  const gate = createGate({ identify, currentActor, epoch: store.epoch, limiter, plans, clock, trail, uses })
  const { server, readiness } = await openHttpApp({
    config,
    engine,
    clock,
    log,
    composition,
    gate,
    trail,
    writes,
    webFolder,
  })

  const noteFailure = (error: unknown) => server.log.error({ err: error }, 'a chore failed')
  const runner = new ImportRunner({
    executor,
    store,
    clock,
    currentActor: backgroundActor,
    onError: noteFailure,
  })
  const purging = { everyMs: COMMITS_MS, run: () => purgeCommits(engine, clock()) }
  const chores = [
    ...(worker ? [] : [hourly(executor), purging, { everyMs: IMPORTS_MS, run: () => runner.look() }]),
    { everyMs: KEY_USES_MS, run: () => uses.flush(now()), alsoAtEnd: true } as const,
  ]
  const stopChores = startChores(chores, noteFailure)
  server.addHook('onClose', stopChores)
  server.addHook('onClose', () => runner.stop())
  server.addHook('onReady', async () => {
    await Promise.all([store.epoch().then(plans.look), limits.open()])
    if (!worker) await runner.look() // what was begun before is taken up again
  })
  server.addHook('onClose', () => limits.close())
  // Last, so that nothing can fail between making up a password and showing it.
  const firstAdministrator = worker
    ? undefined
    : await installAdministrator(store, now(), config.adminEmail, config.adminPassword)
  // Only now: until here nobody else writes, and the thread may still be getting up.
  if (writer) engine.useLock?.(writer.lock)
  const close = async () => {
    await server.close()
    await thread?.close()
  }
  return { server, executor, limiter, throttle, readiness, firstAdministrator, close }
}

const newestOf = (migrations: readonly Migration[]): string =>
  migrations.reduce((newest, { name }) => (name > newest ? name : newest), '')
