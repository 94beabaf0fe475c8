import { setTimeout as sleep } from 'node:timers/promises'
import { type App, buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { openEngine } from '../db/open.ts'
import type { Command } from './command.ts'

/** If something hangs, stop all the same. */
const HARD_STOP_MS = 25_000

export const start: Command = {
  name: 'start',
  usage: '',
  summary: 'Run the server.',
  help: 'Settings come from the environment; "kontor config" shows them.',
  options: {},
  async run() {
    const config = readConfig(process.env)
    const engine = openEngine(config.databaseUrl, config.dataFolder)
    const app = await buildApp({ config, engine, log: process.stdout })
    await app.server.listen({ port: config.port, host: config.host })
    announce(app, config)
    await stopSignal()
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref()
    app.readiness.drain()
    await sleep(config.drainSeconds * 1000)
    await app.server.close() // answers what has arrived, takes nothing new
    await engine.close()
    return 0
  },
}

const stopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })

function announce({ server, firstAdministrator }: App, { baseUrl, tlsKey }: Config): void {
  const { address, port, family } = server.server.address() as { address: string; port: number; family: string }
  const host = family === 'IPv6' ? `[${address}]` : address
  const origin = baseUrl ?? `${tlsKey ? 'https' : 'http'}://${host}:${port}`
  const lines = ['', `  Kontor is at      ${origin}`, `  API explorer      ${origin}/docs`]
  if (firstAdministrator) {
    const { email, randomPassword } = firstAdministrator
    lines.push('', `  First administrator: ${email}`)
    if (randomPassword) lines.push(`  Password:            ${randomPassword}   (shown this once; keep it)`)
  }
  console.error([...lines, ''].join('\n'))
}
