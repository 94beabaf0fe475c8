import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../chromium.ts'
import { startPostgres } from '../postgres.ts'
import { bundleServer } from './bundle-server.ts'

const GIB = 2 ** 30
const IN_MEMORY = '/dev/shm'

/** In memory where there is room: tests commit thousands of small transactions, and none has to survive a power failure. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, freemem()) >= 4 * GIB ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** What tests need beside Node, as far as it is installed. */
export interface Machine {
  /** For tests on the embedded database only, and for tests on every database. */
  readonly embedded: NodeJS.ProcessEnv
  readonly everything: NodeJS.ProcessEnv
  /** What cannot be tested here, and what to install. */
  readonly missing: readonly string[]
  close(): void
}

/** Enough for tests that use neither a database nor a browser. */
export const bareMachine: Machine = { embedded: process.env, everything: process.env, missing: [], close() {} }

/** A lock out of its rank is an error in every test. */
const CHECKED = { KONTOR_TEST_LOCKS: '1' }

export async function openMachine(isFull: boolean): Promise<Machine> {
  const parent = temporaryFolder()
  const postgres = await startPostgres({ parent })
  const chromium = findChromium()
  const hasPgBouncer = ['pgbouncer', '/usr/sbin/pgbouncer'].some((path) => spawnSync(path, ['--version']).status === 0)
  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  const hasRedis = spawnSync('redis-server', ['--version']).status === 0
  // All that tests leave in the temporary folder goes with it.
  const folder = mkdtempSync(join(parent, 'kontor-tests-'))
  chmodSync(folder, 0o711) // a PostgreSQL server that a test starts in it runs under an account of its own
  const embedded = {
    ...process.env,
    ...CHECKED,
    TMPDIR: folder,
    KONTOR_TEST_TEMPLATES: folder,
    KONTOR_TEST_SERVER: bundleServer(),
    ...(isFull && { KONTOR_TEST_FULL: 'yes' }),
    ...(chromium && { KONTOR_TEST_CHROMIUM: chromium }),
  }
  return {
    embedded,
    everything: { ...embedded, ...(postgres && { KONTOR_TEST_POSTGRES: postgres.url }) },
    missing: [
      ...(postgres ? [] : ['PostgreSQL, which is not installed (on Debian: apt-get install postgresql)']),
      ...(hasPgBouncer ? [] : ['PgBouncer, which is not installed (on Debian: apt-get install pgbouncer)']),
      ...(hasRedis ? [] : ['Redis, which is not installed (on Debian: apt-get install redis-server)']),
      ...(hasPromtool ? [] : ['the rules of alerts: no promtool (on Debian: apt-get install prometheus)']),
      ...(chromium
        ? []
        : ['stories in a browser: no Chromium (on Debian: apt-get install chromium-headless-shell, or set CHROMIUM)']),
    ],
    close() {
      postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
