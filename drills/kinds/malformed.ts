import fc from 'fast-check'
import type { ServerProcess } from '../../server/test/support/process.ts'
import type { Drill } from '../framework/drill.ts'
import { count, type Violation } from '../framework/summary.ts'
import { verify } from '../history/examine.ts'
import { Target } from '../history/target.ts'
import { hostileRequests, type MalformedRequest } from '../malformed/requests.ts'
import { sendRaw } from '../malformed/send-raw.ts'

const REQUESTS_PER_ROUND = 1000
const CLIENTS = 8

export const malformed: Drill = {
  name: 'malformed',
  summary: 'Sends malformed and hostile requests: none is answered with 500, and the server goes on.',
  databases: ['sqlite', 'postgres'],
  share: 7,
  async run(context) {
    const database = await context.createDatabase()
    const server = await context.startServer(database)
    const target = new Target()
    await target.use(server)
    context.onEnd(() => target.close())
    const requests = await hostileRequests(target)
    const violations: Violation[] = []
    const statuses = new Map<number, number>()
    let rounds = 0
    for (; context.hasTimeFor(rounds); rounds++) {
      const some = fc.sample(requests, { numRuns: context.size ?? REQUESTS_PER_ROUND, seed: context.seed + rounds })
      await sendAll(some, server, (request, status) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500)
          violations.push({
            kind: 'server error',
            text: `${status} ${JSON.stringify({ ...request, bytes: request.bytes.toString('latin1') }).slice(0, 1000)}`,
          })
      })
      context.log(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`)
    }
    const { status } = await target.send(0, { method: 'GET', path: '/items' })
    if (status !== 200) violations.push({ kind: 'read', text: `GET /items: ${status} after the last request` })
    const errors = violations.length
    violations.push(...(await verify(database.environment)))
    const refused = sum(new Map([...statuses].filter(([code]) => code >= 400 && code < 500)))
    const dropped = statuses.get(0) ?? 0
    return {
      facts: [
        count(sum(statuses), 'requests', 'request'),
        count(refused, 'refused'),
        count(dropped, 'connections closed', 'connection closed'),
        count(errors, 'server errors', 'server error'),
      ],
      violations,
    }
  },
}

const sum = (statuses: ReadonlyMap<number, number>) => [...statuses.values()].reduce((total, value) => total + value, 0)

/** Sends them over several connections at once. */
async function sendAll(
  requests: readonly MalformedRequest[],
  server: ServerProcess,
  onStatus: (request: MalformedRequest, status: number) => void,
): Promise<void> {
  const left = [...requests]
  const send = async () => {
    for (let next = left.pop(); next; next = left.pop()) onStatus(next, await sendRaw(server, next.bytes, next.isWhole))
  }
  await Promise.all(Array.from({ length: CLIENTS }, send))
}
