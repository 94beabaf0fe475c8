import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { NoAnswer, type Reply } from './client.ts'
import { type AnyRecord, writtenOf } from './content.ts'
import type { History, Operation, Written } from './history.ts'
import type { Target } from './target.ts'

const PAUSE_MS = 20

/** Sends an operation and records its outcome. Returns the answer, if there is one. */
export async function attempt(
  history: History,
  target: Target,
  client: number,
  operation: Operation,
  agent?: Agent,
): Promise<Reply | undefined> {
  const { method, path, body, version, key, mark } = operation
  const headers = {
    'x-request-id': `${mark}.${++operation.attempts}`,
    ...(version !== undefined && { 'if-match': `"${version}"` }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  try {
    const reply = await target.send(client, { method, path, body, headers }, agent)
    history.end(operation, { ...resultOf(operation, reply), status: reply.status })
    return reply
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const isSafe = !error.wasSent && operation.attempts === 1
    history.end(operation, { outcome: isSafe ? 'fail' : 'unknown', code: error.code })
    return undefined
  }
}

type Result = Pick<Operation, 'code' | 'written'> & { outcome: 'ok' | 'fail' | 'unknown' }

/** Refusals that say nothing about an earlier attempt with the same key, because the server has not looked for it. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 429, 500, 502, 503, 504])

/** A 500 must never happen; whatever it means, its outcome is not known. */
export function resultOf(operation: Pick<Operation, 'method' | 'path' | 'body' | 'attempts'>, reply: Reply): Result {
  const { status, body } = reply
  if (status < 300) return { outcome: 'ok', written: status === 204 ? [] : recordsIn(operation, body.data) }
  const code: string | undefined = body?.error?.code
  const isUnknown =
    status === 500 ||
    code === 'OUTCOME_UNKNOWN' ||
    code === 'IDEMPOTENCY_IN_PROGRESS' ||
    (operation.attempts > 1 && SAYS_NOTHING.has(status))
  return { outcome: isUnknown ? 'unknown' : 'fail', ...(code !== undefined && { code }) }
}

/** `/sales-orders/so_…/status` is about a sales order. */
const resourceOf = (path: string) => path.split('/')[1]!

function recordsIn({ method, path, body }: Pick<Operation, 'method' | 'path' | 'body'>, data: AnyRecord): Written[] {
  if (path === '/batch') {
    const { operations } = body as { operations: readonly { path: string }[] }
    return operations.map((operation, index) => writtenOf(resourceOf(operation.path), data[index].data))
  }
  if (path === '/imports') return [] // its rows become records later
  return method === 'DELETE' ? [] : [writtenOf(resourceOf(path), data)]
}

/** Repeats what has a key and no known outcome until it is acknowledged or refused. */
export async function settle(history: History, target: Target): Promise<void> {
  const open = history.operations.filter(
    ({ key, outcome, status }) => key !== undefined && status !== 500 && (outcome ?? 'unknown') === 'unknown',
  )
  for (const operation of open)
    while ((operation.outcome ?? 'unknown') === 'unknown' && operation.status !== 500) {
      await attempt(history, target, 0, operation)
      if (operation.outcome === 'unknown') await pause(PAUSE_MS)
    }
}
