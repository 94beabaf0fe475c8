import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

const PROGRAM = join(import.meta.dirname, 'shipped-writes.ts')
const PRELOADED = ['kill-at.mjs', 'shift-clock.mjs'].flatMap((name) => [
  '--import',
  pathToFileURL(join(import.meta.dirname, name)).href,
])

export interface Acknowledged {
  readonly id: string
  readonly sent: number
  readonly at: number
}

export interface WriteOptions {
  readonly rows: number
  readonly bytes: number
  /** The step of shipping at which it is killed; 0: at none. */
  readonly killAt?: number
  readonly spoolBytes?: number
  readonly pauseMs?: number
  /** How far its clock is ahead. */
  readonly clockShiftMs?: number
  /** The name of its data folder. */
  readonly data?: string
  readonly target?: string
}

export interface Writing {
  readonly child: ChildProcess
  /** What was acknowledged so far. */
  acknowledged(): Acknowledged[]
  /** What was logged so far: warnings and errors. */
  said(): string
  readonly ended: Promise<void>
}

/** A process that writes to a data folder below the folder, with a continuous backup in `target`. */
export function startWriting(folder: string, options: WriteOptions): Writing {
  const {
    rows,
    bytes,
    killAt = 0,
    spoolBytes = 1e9,
    pauseMs = 0,
    clockShiftMs = 0,
    data = 'data',
    target = 'target',
  } = options
  const url = pathToFileURL(join(folder, target)).href
  const words = [join(folder, data), url, rows, bytes, spoolBytes, pauseMs].map(String)
  const child = spawn(process.execPath, [...PRELOADED, PROGRAM, ...words], {
    env: { ...process.env, KILL_AT: String(killAt), CLOCK_SHIFT_MS: String(clockShiftMs) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, said] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('close', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve() : reject(new Error(`It ended with ${code}: ${said}`)),
    )
  })
  return { child, ended, said: () => said, acknowledged: () => output.split('\n').flatMap(acknowledgedIn) }
}

function acknowledgedIn(line: string): Acknowledged[] {
  const [, id, sent, at] = /^(\d+-\d+) (\d+) (\d+)$/.exec(line) ?? []
  return id ? [{ id, sent: Number(sent), at: Number(at) }] : []
}

/** What is missing in a restored database and what should not be in it. */
export function differencesAt(file: string, acknowledged: readonly Acknowledged[], moment = Number.POSITIVE_INFINITY) {
  using database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('select "id" from "rows"').all()
  const ids = new Set(rows.map(({ id }) => id))
  return {
    missing: acknowledged.filter(({ id, at }) => at <= moment && !ids.has(id)),
    surplus: acknowledged.filter(({ id, sent }) => sent > moment && ids.has(id)),
  }
}

export const EXACT = { missing: [], surplus: [] }
