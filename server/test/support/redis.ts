import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { after, before, describe } from 'node:test'
import { Redis } from 'ioredis'
import { freePort } from '../../../scripts/free-port.ts'
import { eventually } from './raw-http.ts'

const isInstalled = spawnSync('redis-server', ['--version']).status === 0

/** A throw-away Redis that can be taken away and brought back. */
export interface RedisServer {
  readonly port: number
  readonly url: string
  /** On the same port as before, and empty. */
  start(): Promise<void>
  kill(): Promise<void>
  /** It keeps its connections and says nothing. */
  freeze(): void
  thaw(): void
  /** How many requests it has counted of each subject that day. */
  counts(): Promise<Readonly<Record<string, number>>>
}

/** Promises that take a Redis to keep. Where there is none they are left out, and the test command says so. */
export async function withRedis(title: string, define: (redis: RedisServer) => void, password?: string): Promise<void> {
  if (!isInstalled) return
  const redis = redisOn(await freePort(), password)
  describe(title, () => {
    before(() => redis.start()) // not while files are loaded, which takes all the time of the process
    define(redis)
    after(() => redis.kill()) // after those that still talk to it
  })
}

function redisOn(port: number, password = ''): RedisServer {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  let child: ChildProcess | undefined
  process.once('exit', () => child?.kill('SIGKILL'))
  const url = `redis://${password && `:${password}@`}127.0.0.1:${port}`
  return {
    port,
    url,
    async start() {
      child = spawn('redis-server', [...words, '--requirepass', password], { stdio: 'ignore' })
      child.unref() // it never keeps the tests from ending
      await eventually(async () => (await isListening(port)) || undefined)
    },
    async kill() {
      const isGone = child!.exitCode !== null || child!.signalCode !== null
      child!.ref()
      const exit = isGone || once(child!, 'exit')
      child!.kill('SIGKILL')
      await exit
    },
    freeze: () => void child!.kill('SIGSTOP'),
    thaw: () => void child!.kill('SIGCONT'),
    counts: () => countsAt(url),
  }
}

async function countsAt(url: string): Promise<Record<string, number>> {
  const client = new Redis(url)
  const keys = (await client.keys('kontor:requests:*:1')).sort()
  const counts: [string, number][] = []
  for (const key of keys) counts.push([key, Number(await client.hget(key, 'count'))])
  client.disconnect()
  return Object.fromEntries(counts)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
