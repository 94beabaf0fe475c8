import type { AnyRecord } from '../../model/resource.ts'
import type { Actor } from '../access.ts'
import { type Action, type Context, writeAction } from '../action.ts'
import { entryOf } from '../entry.ts'
import { refuseBlocked } from '../problem.ts'
import type { Entry } from '../rules.ts'
import { advance, type Stride } from './advance.ts'
import { beginningBlocker, importActions, importRules } from './import-actions.ts'
import { type Import, importRows, imports, isGoingOn, type Origin, rowsIdOf } from './imports.resource.ts'
import { keptUntil } from './keeping.ts'
import { atTheStart, type Settings } from './settings.ts'
import { type Target, targetsAmong } from './target.ts'

export interface ImportEntries {
  /** What clients can do. */
  readonly open: Entry
  /** The work itself: no address leads to it. */
  readonly work: Entry
}

/** Imports into whatever of these is plain enough. `ring` tells that there is work to do. */
export function importEntries(entries: readonly Entry[], ring: () => void): ImportEntries {
  const targets = targetsAmong(entries)
  return {
    open: entryOf(imports, { rules: importRules, actions: importActions(targets, ring), without: ['update'] }),
    work: {
      resource: importRows,
      actions: [step('keep', keep), step('begin', begin), proceed(targets), step('give-up', giveUp)],
    },
  }
}

/** One step of the work. The right to it was checked before. */
const step = (name: string, run: (ctx: Context, id: string, input: AnyRecord) => Promise<unknown>): Action =>
  writeAction({
    name,
    method: 'POST',
    path: '',
    summary: name,
    access: 'signed-in',
    status: 200,
    run: async (ctx, { id, input }) => ({ data: await run(ctx, id, input as AnyRecord) }),
  })

function originOf({
  userId,
  scopes,
  credential,
  address,
  requestId,
  serverRequestId,
  userAgent,
  language,
}: Actor): Origin {
  return { userId, scopes, credential, address, requestId, serverRequestId, userAgent, language }
}

async function keep({ actor, now, records }: Context, _id: string, input: AnyRecord) {
  const { parts, ...rest } = input as AnyRecord & Settings & { parts: readonly string[] }
  const start = { ...atTheStart(now, rest), ...rest, attempt: 1, origin: originOf(actor) }
  const job = await records.insert(imports, start as never)
  for (const [position, cells] of parts.entries())
    await records.insert(importRows, {
      id: rowsIdOf(job.id, position),
      import: job.id,
      cells,
      expiresAt: keptUntil(now),
    })
  return { id: job.id }
}

async function begin({ actor, now, records }: Context, id: string, input: AnyRecord) {
  const job = await records.lock(imports, id)
  refuseBlocked(await beginningBlocker(job, records))
  const settings = input as unknown as Settings
  await records.update(imports, job, {
    ...atTheStart(now, settings),
    ...settings,
    attempt: job.attempt + 1,
    origin: originOf(actor),
  } as Partial<Import>)
  return { id }
}

const proceed = (targets: readonly Target[]): Action =>
  step('import', async (ctx, id, input) => ({ isGoingOn: await advance(ctx, targets, id, input as unknown as Stride) }))

async function giveUp({ now, records }: Context, id: string, { problem }: AnyRecord) {
  const job = await records.lock(imports, id)
  if (isGoingOn(job.status))
    await records.update(imports, job, { status: 'failed', problem: problem as string, finishedAt: now })
  return {}
}
