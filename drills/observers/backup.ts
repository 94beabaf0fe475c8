import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { runKontor } from '../../server/test/support/process.ts'
import { randomFrom } from '../../server/test/support/random.ts'
import type { DrillContext } from '../framework/drill.ts'
import { pick } from '../framework/random.ts'
import { count, type Violation } from '../framework/summary.ts'
import { asOfBackup } from '../history/as-of-backup.ts'
import { missingIn, staleIn, surplusIn } from '../history/data-folder.ts'
import { verify } from '../history/examine.ts'
import type { Operation } from '../history/history.ts'
import type { Observed, Observer, OpenObserver } from './observer.ts'

const KIND = 'backup'
const PASSPHRASE = 'a passphrase for drills'
const LOOK_MS = 100
/** A moment that may be restored is noted so often. */
const NOTED_MS = 20
/** Within this time after the last write, everything must be in the backup. */
const SHIPPED_MS = 120_000
/** The history and the server round the same time differently. */
const ROUNDING_MS = 2

/** One moment, by the clock of the server and by that of the history. */
interface Moment {
  readonly at: number
  readonly inHistory: number
}

/** The embedded database has a continuous backup; at the end the newest state and a random moment are restored elsewhere. */
export const backup: OpenObserver = (context) => openBackup(context)

/** The same for a clock that is set: only moments from when it is right for good are restored. */
export const backupWhile =
  (isClockRight: () => boolean): OpenObserver =>
  (context) =>
    openBackup(context, isClockRight)

function openBackup(context: DrillContext, isClockRight?: () => boolean): Observer | undefined {
  if (context.database !== 'sqlite') return undefined
  const folder = join(context.folder, 'continuous-backup')
  mkdirSync(folder)
  const url = pathToFileURL(folder).href
  const moments: Moment[] = []
  const note = () => {
    const isRestorable = moments.length > 0 || hasSnapshot(folder)
    if (isRestorable && (isClockRight?.() ?? true)) moments.push({ at: Date.now(), inHistory: performance.now() })
  }
  let noting: NodeJS.Timeout | undefined
  context.onEnd(() => clearInterval(noting))
  let observed: Observed
  const restore = async (end: Moment, words: readonly string[] = []): Promise<Violation[]> => {
    const { environment } = await context.createDatabase()
    const settings = { ...environment, KONTOR_BACKUP_PASSPHRASE: PASSPHRASE }
    const { code, said } = await runKontor(['restore', '--from', url, ...words], settings)
    if (code !== 0) return [{ kind: KIND, text: `kontor restore exits with ${code}: ${said}` }]
    const { inHistory } = end
    const operations = observed.history.operations.map((operation) =>
      asOfBackup(operation, inHistory, inHistory + ROUNDING_MS),
    )
    return [...(await verify(environment)), ...differencesIn(environment.KONTOR_DATA!, operations)]
  }
  return {
    environment: {
      KONTOR_BACKUP_URL: url,
      KONTOR_BACKUP_PASSPHRASE: PASSPHRASE,
      KONTOR_BACKUP_SECONDS: '1',
    },
    async begin(scene) {
      observed = scene
      noting = setInterval(note, NOTED_MS)
    },
    async check() {
      clearInterval(noting)
      const end = { at: Date.now(), inHistory: performance.now() }
      if (!(await isShipped(observed, end)))
        return { facts: [], violations: [{ kind: KIND, text: 'it does not catch up' }] }
      const moment = pick(randomFrom(context.seed), moments)
      const atMoment = (at: number) => ['--at', new Date(at).toISOString(), ...(isClockRight ? ['--accept-clock'] : [])]
      const found = await Promise.all([restore(end), ...(moment ? [restore(moment, atMoment(moment.at))] : [])])
      return { facts: [count(found.length, 'states restored', 'state restored')], violations: found.flat() }
    },
  }
}

const hasSnapshot = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.snapshot.json'))

/** Whether everything that was written before `end` is in the backup. */
async function isShipped({ target }: Observed, { inHistory: end }: Moment): Promise<boolean> {
  for (; performance.now() - end < SHIPPED_MS; await pause(LOOK_MS)) {
    const metrics = await (await fetch(`${target.origin}/metrics`)).text()
    const behind = Number(/^kontor_backup_behind_seconds (\S+)$/m.exec(metrics)?.[1] ?? Number.POSITIVE_INFINITY)
    if (behind * 1000 < performance.now() - end) return true
  }
  return false
}

function differencesIn(dataFolder: string, operations: readonly Operation[]): Violation[] {
  const having = (wanted: Operation['outcome']) => operations.filter(({ outcome }) => outcome === wanted)
  const told = ({ method, path, mark }: Operation) => `${method} ${path} (${mark})`
  return [
    ...missingIn(dataFolder, having('ok')).map((operation) => `${told(operation)} is missing in the restored state`),
    ...surplusIn(dataFolder, having('fail')).map((operation) => `${told(operation)} is in the restored state`),
    ...staleIn(dataFolder).map((id) => `${id} is not as the audit log of the restored state says`),
  ].map((text) => ({ kind: KIND, text }))
}
