import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'

const CONNECTIONS_MAX = 20_000
/** The rest is for database files, threads, the log and connections to other servers. */
const USABLE_SHARE = 0.8
const RESERVED_MIN = 100
/** Assumed where the system does not tell: what macOS grants. */
const OPEN_FILES_USUAL = 10_240
const WARN_EVERY_MS = 60_000

/** How many connections a process that may open so many files can accept without running out of file descriptors. */
export function connectionLimit(openFiles: number): number {
  const usable = Math.min(openFiles - RESERVED_MIN, openFiles * USABLE_SHARE, CONNECTIONS_MAX)
  return Math.max(1, Math.floor(usable))
}

/** How many files this process may open. Linux tells; a diagnostic report would too, but it waits for all threads. */
export function openFilesLimit(): number {
  try {
    const [, limit] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === 'unlimited' ? Infinity : Number(limit) || OPEN_FILES_USUAL
  } catch {
    return OPEN_FILES_USUAL
  }
}

/** Node closes connections beyond the limit. The log says so once a minute, however many there are. */
export function limitConnections(server: Server, limit: number, warn: (message: string) => void): void {
  let quietUntil = 0
  server.maxConnections = limit
  server.on('drop', () => {
    const now = performance.now()
    if (now < quietUntil) return
    quietUntil = now + WARN_EVERY_MS
    warn(`All ${limit} connections are in use; further ones are closed.`)
  })
}
