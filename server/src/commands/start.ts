import cluster from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { type AddressInfo, isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, buildApp } from '../app/app.ts'
import { notifyServiceManager } from '../app/service-manager.ts'
import { startWorkers } from '../app/workers/primary.ts'
import { buildWorker, leave } from '../app/workers/worker.ts'
import { startWriter } from '../app/writer/start-writer.ts'
import { backupSettings } from '../config/backup.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { Shipping } from '../db/backup/continuous.ts'
import type { Engine } from '../db/engine.ts'
import { startShipping } from '../db/open.ts'
import { fillDemo } from '../demo/fill.ts'
import { readCertificate } from '../http/certificate.ts'
import type { Command } from './command.ts'
import { explainingOutage, lockDataFolder, openDatabase, reasonOf } from './open-database.ts'

/** The server exits after this time, even if something hangs. */
const HARD_STOP_MS = 25_000

const LISTEN_FAULTS: { readonly [code: string]: string } = {
  EADDRINUSE: 'another program uses that port already. Stop it, or set PORT to another one.',
  EADDRNOTAVAIL: 'this machine does not have that address. Set HOST to another one.',
  ENOTFOUND: 'there is no such address. Set HOST to another one.',
  EACCES: 'that port is reserved. Set PORT to 1024 or higher.',
}

export const start: Command = {
  name: 'start',
  usage: '',
  summary: 'Run the server.',
  help: 'Settings come from the environment; "kontor config" shows them.',
  options: {},
  async run() {
    const config = readConfig(process.env)
    readCertificate(config) // before anything is changed
    // A worker belongs to the server that started it, which holds the lock.
    using _lock = cluster.isWorker ? undefined : await lockDataFolder(config)
    const engine = await openDatabase(config, config.backupUrl !== undefined)
    try {
      await explainingOutage(config, engine, () =>
        cluster.isWorker ? serveAsWorker(config, engine) : serveBackedUp(config, engine),
      )
    } finally {
      await engine.close()
    }
    return 0
  },
}

/** The continuous backup guards the log before anything is written, and ships the rest after everything is. */
async function serveBackedUp(config: Config, engine: Engine): Promise<void> {
  const shipping = await shippingOf(config)
  const onBuilt = ({ server }: App) => shipping?.begin(server.log)
  try {
    if (config.workers > 1) await serveWithWorkers(config, engine, onBuilt)
    else await serveAlone(config, engine, onBuilt)
  } finally {
    await shipping?.stop()
  }
}

async function shippingOf(config: Config): Promise<Shipping | undefined> {
  if (config.backupUrl === undefined) return undefined
  try {
    return await startShipping(backupSettings(config), config.dataFolder)
  } catch (error) {
    throw new ConfigError(`The continuous backup cannot start: ${reasonOf(error)}`)
  }
}

type OnBuilt = (app: App) => void

async function serveAlone(config: Config, engine: Engine, onBuilt: OnBuilt): Promise<void> {
  const app = await buildApp({
    config,
    engine,
    log: process.stdout,
    // A database server coordinates its writers itself.
    ...(!config.databaseUrl && { startWriter: () => startWriter(config, dieOf) }),
  })
  onBuilt(app)
  if (config.demo) await fillDemo(app.executor)
  await serve(app, config)
}

async function serveAsWorker(config: Config, engine: Engine): Promise<void> {
  await serve(await buildWorker(config, engine), config)
  leave()
}

async function serve(app: App, config: Config): Promise<void> {
  const stopped = stopSignal()
  await listen(app, config)
  if (!cluster.isWorker) notifyServiceManager(process.env)
  await stopped
  await stop(app, config)
}

/** This process answers no requests itself; it holds what the workers share. */
async function serveWithWorkers(config: Config, engine: Engine, onBuilt: OnBuilt): Promise<void> {
  const stopped = stopSignal()
  let workerFailures = 0
  const app = await buildApp({ config, engine, log: process.stdout, workerFailures: () => workerFailures })
  onBuilt(app)
  if (config.demo) await fillDemo(app.executor)
  try {
    const workers = await startWorkers(app, engine, config, () => workerFailures++)
    announce(app, config, workers.address)
    notifyServiceManager(process.env)
    await stopped
    await workers.stop()
  } catch (error) {
    announce(app, config)
    throw new ConfigError((error as Error).message)
  } finally {
    await app.close()
  }
}

async function listen(app: App, config: Config): Promise<void> {
  const { host, port } = config
  try {
    // One address, not all that a name stands for: further ones would get a listener without our settings.
    const { address } = await lookup(host)
    await app.server.listen({ port, host: address, listenTextResolver: () => 'listening' })
    const chosen = (app.server.server.address() as AddressInfo).port
    if (!cluster.isWorker) announce(app, config, { address, port: chosen })
  } catch (error) {
    announce(app, config) // the password has been stored by now and will not be shown again
    await app.close()
    const fault = LISTEN_FAULTS[(error as NodeJS.ErrnoException).code ?? ''] ?? `${reasonOf(error)}.`
    throw new ConfigError(`Cannot listen at ${host}, port ${port}: ${fault}`)
  }
}

const originOf = ({ baseUrl, tlsKey }: Config, address: string, port: number): string =>
  baseUrl ?? `${tlsKey ? 'https' : 'http'}://${isIPv6(address) ? `[${address}]` : address}:${port}`

/** The outcome of the last writes is unknown; the next start finds out. */
function dieOf(error: unknown): void {
  console.error('The thread that writes has died.', error)
  process.exit(1)
}

/** A second signal changes nothing: a terminal and what runs below it may both send one. */
const stopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  })

async function stop({ server, readiness, close }: App, { drainSeconds }: Config): Promise<void> {
  server.log.info('stopping')
  readiness.drain()
  await sleep(drainSeconds * 1000)
  setTimeout(() => process.exit(1), HARD_STOP_MS).unref()
  await close()
}

function announce({ firstAdministrator }: App, config: Config, listening?: Listening): void {
  const lines = listening ? ['', ...addressLines(config, listening)] : []
  if (firstAdministrator) {
    const { email, randomPassword } = firstAdministrator
    lines.push('', `  First administrator: ${email}`)
    if (randomPassword) lines.push(`  Password:            ${randomPassword}   (shown this once; keep it)`)
  }
  if (listening && isExposed(config, listening.address)) lines.push('', ...EXPOSED)
  if (lines.length > 0) console.error([...lines, ''].join('\n'))
}

type Listening = Pick<AddressInfo, 'address' | 'port'>

function addressLines(config: Config, { address, port }: Listening): string[] {
  const origin = originOf(config, address, port)
  const explorer = config.docs === 'on' ? [`  API explorer      ${origin}/docs`] : []
  return [`  Kontor is at      ${origin}`, ...explorer]
}

const EXPOSED = [
  '  Warning: other machines can reach this address, and it does not use HTTPS. Passwords and tokens can be read on the way.',
  '  Set KONTOR_TLS_CERT and KONTOR_TLS_KEY, or use a proxy with HTTPS and set KONTOR_BASE_URL to its https:// address.',
]

const isExposed = ({ tlsKey, baseUrl }: Config, address: string): boolean =>
  !tlsKey && !baseUrl?.startsWith('https:') && !/^(127\.|::1$)/.test(address)
