import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createShiftedClock, EVERY_MS } from '../clock/shifted-clock.ts'
import { PASSWORD } from '../framework/context.ts'
import type { Drill } from '../framework/drill.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import { call } from '../history/client.ts'
import { verify } from '../history/examine.ts'
import type { Operation } from '../history/history.ts'
import { underLoad } from '../load/under-load.ts'
import { backupWhile } from '../observers/backup.ts'
import { follower } from '../observers/follower.ts'
import { importer } from '../observers/importer.ts'
import { mail } from '../observers/mail.ts'
import { patientReceiver } from '../observers/receiver.ts'

const [MINUTE, HOUR] = [60, 3600]
const DAY = 24 * HOUR
/** Every jump is followed by one back to the true time. */
const JUMPS = [-HOUR, 0, -DAY, 0, 40 * MINUTE, 0, 365 * DAY, 0]
const WRITES_PER_SECOND = 100
/** Acknowledged writes that prove that the server goes on. */
const PROOF = 30
/** The clock of a server differs from that of the drill by no more than this. */
const TOLERANCE_MS = 30_000

export const clock: Drill = {
  name: 'clock',
  summary: 'Sets the clock back and forth under load: by 40 minutes, an hour, a day and a year.',
  databases: ['sqlite', 'postgres'],
  share: 2,
  run(context) {
    const shifted = createShiftedClock(context)
    let isRight = false
    const observers = [follower, patientReceiver, importer, mail, backupWhile(() => isRight)]
    const options = { environment: shifted.environment, perSecond: WRITES_PER_SECOND, observers }
    return underLoad(context, options, async ({ database, history, target, load, server }) => {
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
      await pause(2 * EVERY_MS)
      isRight = true
      await load.reaches(PROOF)
      return {
        first: [count(jumps, 'jumps', 'jump')],
        last: [seconds('longest outage', history.longestOutage)],
        violations: [...found, ...repeatedIds(history.operations)],
      }
    })
  },
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
