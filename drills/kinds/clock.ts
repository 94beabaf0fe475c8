import { mkdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createShiftedClock, EVERY_MS } from '../clock/shifted-clock.ts'
import { PASSWORD } from '../framework/context.ts'
import type { Drill, DrillContext } from '../framework/drill.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import { call } from '../history/client.ts'
import { verify } from '../history/examine.ts'
import type { Operation } from '../history/history.ts'
import { type Scene, underLoad } from '../load/under-load.ts'
import { asOfBackup, checkRestored } from './restore.ts'

const [MINUTE, HOUR] = [60, 3600]
const DAY = 24 * HOUR
/** Every jump is followed by one back to the true time. */
const JUMPS = [-HOUR, 0, -DAY, 0, 40 * MINUTE, 0, 365 * DAY, 0]
const WRITES_PER_SECOND = 100
/** Acknowledged writes that prove that the server goes on. */
const PROOF = 30
/** The clock of a server differs from that of the drill by no more than this. */
const TOLERANCE_MS = 30_000
/** Within this time after the last write, everything must be in the continuous backup. */
const SHIPPED_MS = 120_000

export const clock: Drill = {
  name: 'clock',
  summary: 'Sets the clock back and forth under load: by 40 minutes, an hour, a day and a year.',
  databases: ['sqlite', 'postgres'],
  share: 2,
  run(context) {
    const shifted = createShiftedClock(context)
    const backup = context.database === 'sqlite' ? continuousBackup(context) : undefined
    const options = { environment: { ...shifted.environment, ...backup }, perSecond: WRITES_PER_SECOND }
    return underLoad(context, options, async (scene) => {
      const { database, history, target, load, server } = scene
      const found: Violation[] = []
      let jumps = 0
      for (; context.hasTimeFor(jumps); jumps++) {
        const shift = JUMPS[jumps % JUMPS.length]!
        shifted.shift(shift)
        await pause(2 * EVERY_MS)
        await target.renewKey(server)
        await load.reaches(PROOF)
        found.push(...(await signIn(server.origin, shift)), ...(await verify(database.environment)))
        context.log(`${jumps + 1} jumps by ${shifted.means}, ${history.acknowledged} acknowledged`)
      }
      shifted.shift(0)
      if (backup) found.push(...(await checkBackup(context, scene, backup)))
      return {
        first: [count(jumps, 'jumps', 'jump')],
        last: [seconds('longest outage', history.longestOutage)],
        violations: [...found, ...repeatedIds(history.operations)],
      }
    })
  },
}

function continuousBackup({ folder }: DrillContext) {
  const target = join(folder, 'continuous-backup')
  mkdirSync(target)
  return {
    KONTOR_BACKUP_URL: pathToFileURL(target).href,
    KONTOR_BACKUP_PASSPHRASE: 'a passphrase for drills',
    KONTOR_BACKUP_SECONDS: '1',
  }
}

/** The newest state, restored elsewhere, has everything that was acknowledged. */
async function checkBackup(
  context: DrillContext,
  { database, history, target, load, server }: Scene,
  backup: ReturnType<typeof continuousBackup>,
): Promise<Violation[]> {
  await pause(2 * EVERY_MS)
  await load.stop()
  const end = performance.now()
  while ((await secondsBehind(server.origin)) * 1000 > performance.now() - end) {
    if (performance.now() - end > SHIPPED_MS) return [{ kind: 'not shipped', text: 'The backup does not catch up.' }]
    await pause(EVERY_MS)
  }
  const operations = history.operations.map((operation) => asOfBackup(operation, end, end))
  const { KONTOR_BACKUP_URL, ...passphrase } = backup
  const original = { ...database.environment, ...passphrase }
  return checkRestored(context, original, ['--from', KONTOR_BACKUP_URL], operations, target)
}

async function secondsBehind(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^kontor_backup_behind_seconds (\S+)$/m.exec(metrics)?.[1] ?? Number.POSITIVE_INFINITY)
}

/** Signs in, and looks whether the server has the time that it was given. */
async function signIn(origin: string, shift: number): Promise<Violation[]> {
  const agent = new Agent()
  const body = { email: 'admin@kontor.local', password: PASSWORD }
  const signedIn = await call(origin, agent, { method: 'POST', path: '/auth/login', body })
  const headers = { authorization: `Bearer ${signedIn.body.data?.token}` }
  const listed = await call(origin, agent, { method: 'GET', path: '/auth/sessions', headers })
  agent.destroy()
  if (listed.status !== 200) return [{ kind: 'locked out', text: `at ${shift} s: ${JSON.stringify(listed.body)}` }]
  const { createdAt } = listed.body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  const difference = Date.parse(createdAt) - (Date.now() + shift * 1000)
  return Math.abs(difference) < TOLERANCE_MS ? [] : [{ kind: 'not shifted', text: `by ${shift} s: it is ${createdAt}` }]
}

function repeatedIds(operations: readonly Operation[]): Violation[] {
  const created = operations.flatMap(({ method, creates, written = [] }) =>
    method === 'POST' && creates > 0 ? written.map(({ id }) => id) : [],
  )
  const seen = new Set<string>()
  return created.flatMap((id) => {
    if (seen.has(id)) return [{ kind: 'double', text: `two requests have created ${id}` }]
    seen.add(id)
    return []
  })
}
