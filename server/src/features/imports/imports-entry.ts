import type { Actor } from '../../core/access.ts'
import { type Action, type Context, writeAction } from '../../core/action.ts'
import type { Served } from '../../core/feature.ts'
import { refuseBlocked } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { entryOf } from '../entry-of.ts'
import { advance } from './advance.ts'
import { beginningBlocker, importActions, importRules } from './import-actions.ts'
import { isSameState, type Observed } from './import-lease.ts'
import { type Import, importRows, imports, isGoingOn, type Origin, type Repeat, rowsIdOf } from './imports.resource.ts'
import { keptUntil } from './keeping.ts'
import type { ChangedRepeats } from './repeated-rows.ts'
import { atTheStart, type Settings } from './settings.ts'
import { type Target, targetsAmong } from './target.ts'

/** Imports into whatever of these is plain enough. `ring` tells that there is work to do. */
export function importEntries(entries: readonly Entry[], ring: () => void): Required<Served> {
  const targets = targetsAmong(entries)
  return {
    entries: [entryOf(imports, { rules: importRules, actions: importActions(targets, ring), without: ['update'] })],
    work: [
      {
        resource: importRows,
        actions: [
          step('keep', keep),
          step('begin', begin),
          step('lease', lease),
          step('release', release),
          proceed(targets),
          step('give-up', giveUp),
        ],
      },
    ],
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

/** Batches of rows, and which rows of each repeat earlier ones. */
interface Table {
  readonly parts: readonly string[]
  readonly repeats: readonly (readonly Repeat[])[]
}

async function keep({ actor, now, records }: Context, _id: string, input: AnyRecord) {
  const { parts, repeats, ...rest } = input as AnyRecord & Settings & Table
  const start = { ...atTheStart(now, rest), ...rest, attempt: 1, origin: originOf(actor) }
  const job = await records.insert(imports, start as never)
  for (const [position, cells] of parts.entries())
    await records.insert(importRows, {
      id: rowsIdOf(job.id, position),
      import: job.id,
      cells,
      repeats: repeats[position] ?? [],
      expiresAt: keptUntil(now),
    })
  return { id: job.id }
}

async function begin({ actor, now, records }: Context, id: string, input: AnyRecord) {
  const job = await records.lock(imports, id)
  refuseBlocked(await beginningBlocker(job, records))
  const { repeats, ...settings } = input as unknown as Settings & { repeats?: ChangedRepeats }
  const changed = new Map((repeats ?? []).map(({ position, found }) => [rowsIdOf(id, position), found]))
  for (const rowsId of [...changed.keys()].sort()) {
    const rows = await records.lock(importRows, rowsId)
    await records.update(importRows, rows, { repeats: changed.get(rowsId)! })
  }
  await records.update(imports, job, {
    ...atTheStart(now, settings),
    ...settings,
    attempt: job.attempt + 1,
    origin: originOf(actor),
  } as Partial<Import>)
  return { id }
}

/** Takes the right to work on a run, if it is as the runner has seen it. */
async function lease({ records }: Context, id: string, input: AnyRecord) {
  const { holder, seen } = input as { holder: string; seen: Observed }
  const job = await records.lock(imports, id)
  const isHeld = isGoingOn(job.status) && isSameState(job, seen)
  if (isHeld) await records.update(imports, job, { holder })
  return { isHeld }
}

async function release({ records }: Context, id: string, { holder }: AnyRecord) {
  const job = await records.lock(imports, id)
  if (job.holder === holder) await records.update(imports, job, { holder: null })
  return {}
}

const proceed = (targets: readonly Target[]): Action =>
  step('import', async (ctx, id, input) => ({
    isGoingOn: await advance(ctx, targets, id, input as unknown as Observed),
  }))

/** Of the run that failed: one that was started meanwhile goes on. */
async function giveUp({ now, records }: Context, id: string, { problem, attempt }: AnyRecord) {
  const job = await records.lock(imports, id)
  if (isGoingOn(job.status) && job.attempt === attempt)
    await records.update(imports, job, { status: 'failed', problem: problem as string, finishedAt: now, holder: null })
  return {}
}
