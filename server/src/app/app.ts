import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { RedisLink } from '../adapters/redis-link.ts'
import { type FirstAdministrator, hasUsers, installAdministrator, installRoles } from '../auth/first-start.ts'
import { passwordFault } from '../auth/password-rules.ts'
import { createThrottle } from '../auth/throttle.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { Executor, Writer } from '../core/command.ts'
import { startJobs } from '../core/jobs/jobs.ts'
import { wholeScope } from '../core/store.ts'
import type { Engine } from '../db/engine.ts'
import { migrate } from '../db/migrate.ts'
import { migrations as shippedMigrations } from '../db/migrations/index.ts'
import type { Migration } from '../db/schema-change.ts'
import { rebuildIndex } from '../db/search/rebuild.ts'
import type { Metrics } from '../http/answers/access-log.ts'
import type { Readiness } from '../http/health.ts'
import type { LogTarget } from '../http/server.ts'
import { inEnglish } from '../model/message.ts'
import type { Resource } from '../model/resource.ts'
import { catalog as shippedCatalog } from '../resources/catalog.ts'
import { installSettings } from '../resources/settings/install-settings.ts'
import { createAdmission, WriteHealth } from './admission.ts'
import { type Composition, compose } from './composition-root.ts'
import { createCounting, type SharedCounters } from './counting.ts'
import { DiskGuard } from './disk-guard.ts'
import { everyResource } from './every-resource.ts'
import { openHttpApp } from './http-app.ts'
import { backgroundOf } from './jobs.ts'
import { createCollect } from './metrics/collect.ts'
import { adoptSecret } from './secrets/adopt-secret.ts'
import type { ShareMetrics } from './workers/shared-metrics.ts'
import type { RemoteWriter } from './writer/remote-writer.ts'
import type { WriterThread } from './writer/start-writer.ts'

/** The package contains JavaScript, and the built interface beside it: scripts/build-package.ts. */
const WEB_FOLDER = join(import.meta.dirname, import.meta.filename.endsWith('.js') ? '../web' : '../../../web/dist')

export interface AppOptions {
  readonly config: Config
  readonly engine: Engine
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  /** Milliseconds of a clock that is never set. */
  readonly monotonic?: () => number
  readonly log?: LogTarget
  readonly catalog?: readonly Resource[]
  readonly migrations?: readonly Migration[]
  /** Starts a thread that writes; without it, writing happens here. */
  readonly startWriter?: () => WriterThread
  /** Set in one of several processes: another has set everything up, and writes and counts where it says so. */
  readonly worker?: WorkerParts
  /** Where the web interface was built. */
  readonly webFolder?: string
  /** Watches the disk of the embedded database. */
  readonly disk?: DiskGuard
  /** How many worker processes have ended by themselves. */
  readonly workerFailures?: () => number
}

/** What another process does for this one. */
export interface WorkerParts {
  readonly counting: SharedCounters
  readonly writer?: RemoteWriter
  readonly shareMetrics: ShareMetrics
}

export interface App {
  readonly server: FastifyInstance
  readonly executor: Executor & Writer
  readonly counting: SharedCounters
  readonly readiness: Readiness
  readonly metrics: Metrics
  /** Set at the first start only. */
  readonly firstAdministrator: FirstAdministrator | undefined
  /** Answers pending requests, accepts no new ones, and closes the database. */
  close(): Promise<void>
}

/** The only place that wires the parts together. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, engine, clock = Date.now, catalog = shippedCatalog, migrations = shippedMigrations, worker } = options
  const now = () => new Date(clock()).toISOString()
  if (!worker) await prepareDatabase(config, engine, now(), migrations, catalog)
  engine.fenceSchema?.(newestOf(migrations))
  const thread = options.startWriter?.()
  const writer = worker?.writer ?? thread
  const redis = config.redisUrl ? await redisAt(config.redisUrl, () => server.log) : undefined
  const counting = createCounting({ engine, clock, redis, elsewhere: worker?.counting })
  const disk = await diskGuardOf(options)
  const writes = new WriteHealth(
    () => store.write(wholeScope(now()), async () => {}),
    () => engine.isFenced?.() ?? false,
    disk,
  )
  const composition = await compose({
    config,
    engine,
    clock,
    catalog,
    usageOf: (userId) => admission.gate.usageOf(userId),
    onImport: () => jobs.wake(background.imports),
    ...(writer && { writer }),
    throttle: createThrottle(counting.attempts),
    watchWrite: writes.watch.bind(writes),
    ...(disk && { storage: disk }),
  })
  const { store, executor } = composition
  if (!worker) await installDefaults(composition, now(), config)

  const onFailure = (err: unknown) => server.log.error({ err }, 'a refusal was not noted')
  const admission = createAdmission({ config, clock, composition, counting, onFailure })
  const shared = { config, engine, clock, composition, writes, webFolder: options.webFolder ?? WEB_FOLDER }
  const { workerFailures, log = false } = options
  const late = { isReady: () => readiness.isReady(), webhooks: () => background.dispatcher }
  const collect = createCollect({ ...shared, ...late, store, disk, thread, workerFailures })
  const { gate, trail } = admission
  const { shareMetrics } = worker ?? {}
  const { server, readiness, metrics } = await openHttpApp({ ...shared, log, gate, trail, collect, shareMetrics })

  const onError = (error: unknown) => server.log.error({ err: error }, 'a job failed')
  const { monotonic = () => performance.now() } = options
  const background = backgroundOf({ ...shared, isWorker: Boolean(worker), monotonic, log: server.log, onError })
  const jobs = startJobs([...background.jobs, ...admission.jobs], onError)
  server.addHook('onReady', async () => {
    for (const part of [redis, admission, background]) await part?.open()
  })
  for (const end of [jobs.stop, async () => redis?.close()]) server.addHook('onClose', end)
  // Last, so that nothing can fail between making up a password and showing it.
  const firstAdministrator = worker
    ? undefined
    : await installAdministrator(store, now(), config.adminEmail, config.adminPassword)
  // Only now: until here no other thread writes, and the writer thread may still be starting.
  if (writer) engine.useLock?.(writer.lock)
  const close = async () => {
    await server.close()
    await thread?.close()
  }
  return { server, executor, counting, readiness, metrics, firstAdministrator, close }
}

async function prepareDatabase(
  config: Config,
  engine: Engine,
  now: string,
  migrations: readonly Migration[],
  catalog: readonly Resource[],
): Promise<void> {
  await migrate(engine, now, migrations)
  await rebuildIndex(engine, everyResource(catalog))
  await adoptSecret({ config, engine, now }) // before another thread opens the secrets
}

/** The disk of a database server is watched there. */
async function diskGuardOf({ config, disk }: AppOptions): Promise<DiskGuard | undefined> {
  const { databaseUrl, dataFolder, diskReserve } = config
  const guard = disk ?? (databaseUrl === undefined ? new DiskGuard(dataFolder, diskReserve) : undefined)
  await guard?.look()
  return guard
}

const newestOf = (migrations: readonly Migration[]): string =>
  migrations.reduce((newest, { name }) => (name > newest ? name : newest), '')

async function installDefaults({ store, entries }: Composition, now: string, config: Config): Promise<void> {
  const { adminEmail, adminPassword } = config
  const fault = adminPassword && passwordFault(adminPassword, [adminEmail])
  // Only where it would be used: the setting is often left in place after the first start.
  if (fault && !(await hasUsers(store, now))) throw new ConfigError(`KONTOR_ADMIN_PASSWORD ${inEnglish(fault)}.`)
  await installRoles(store, entries, now)
  const resources = entries.map(({ resource }) => resource)
  await installSettings(store, now, resources)
}

const redisAt = (url: string, log: () => FastifyBaseLogger): Promise<RedisLink> =>
  RedisLink.to({
    url,
    onLost: (reason) => log().warn(`Redis is lost, this node counts requests by itself: ${reason}`),
    onBack: () => log().info('Redis is back and counts requests for all nodes'),
  })
