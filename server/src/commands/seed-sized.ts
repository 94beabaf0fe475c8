import { everyResource } from '../app/every-resource.ts'
import { openSecrets } from '../app/secrets/secrets.ts'
import { readConfig } from '../config/config.ts'
import { serviceActor } from '../core/access.ts'
import { auditedStore } from '../core/audit/audited-store.ts'
import { wholeScope } from '../core/store.ts'
import { createBulkStore } from '../db/bulk/bulk-store.ts'
import type { Engine } from '../db/engine.ts'
import { createStore } from '../db/store.ts'
import { fillSized, KINDS, type Kind, type Sizes } from '../demo/sized/fill.ts'
import { NothingToOrder } from '../demo/sized/seed-context.ts'
import { DONE, failed, UsageError } from './command.ts'
import { ProgressLine } from './progress-line.ts'

export const SIZE_MAX = 20_000_000

/** Reads the sizes that were given; undefined if none was. */
export function readSizes(options: Readonly<Record<string, string | boolean | undefined>>): Sizes | undefined {
  if (KINDS.every((kind) => options[kind] === undefined)) return undefined
  if (options.demo) throw new UsageError('Use either --demo or numbers, not both: the demo data has a fixed size.')
  const sizes = KINDS.map((kind) => [kind, sizeOf(kind, (options[kind] as string | undefined) ?? '0')])
  return Object.fromEntries(sizes)
}

function sizeOf(kind: Kind, text: string): number {
  const size = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (size <= SIZE_MAX) return size
  throw new UsageError(`--${kind} must be a whole number from 0 to ${SIZE_MAX.toLocaleString('en')}, not "${text}".`)
}

/** The progress of one resource. */
interface Leg {
  readonly kind: Kind
  readonly line: ProgressLine
  made: number
}

function tell(leg: Leg | undefined): void {
  if (!leg) return
  const summary = leg.line.end(leg.made)
  if (leg.made > 0) console.log(summary)
}

/** Adds the records; returns the exit code. */
export async function seedSized(engine: Engine, sizes: Sizes): Promise<number> {
  if (KINDS.every((kind) => sizes[kind] === 0)) {
    console.log('Nothing was to be created.')
    return DONE
  }
  await noteInAuditLog(engine, sizes)
  const stopping = stopAsked()
  let leg: Leg | undefined
  try {
    for await (const { kind, made, wanted } of fillSized(createBulkStore(engine, everyResource()), sizes, Date.now())) {
      if (kind !== leg?.kind) {
        tell(leg)
        leg = { kind, made, line: new ProgressLine(process.stderr, kind, wanted) }
      }
      leg.made = made
      leg.line.reached(made)
      if (stopping.aborted) break
    }
    await engine.analyze?.()
  } catch (error) {
    return failed(reasonOf(engine, error))
  } finally {
    tell(leg)
  }
  return stopping.aborted ? failed('Stopped. What was created is whole; run it again to add more.') : DONE
}

/** One entry for the whole run, before it starts: however it ends, the log shows where the records came from. */
async function noteInAuditLog(engine: Engine, sizes: Sizes): Promise<void> {
  const { auditKeys } = await openSecrets(readConfig(process.env), engine)
  const store = auditedStore(createStore(engine, everyResource()), auditKeys)
  const scope = wholeScope(new Date().toISOString(), { actor: serviceActor, operation: 'seed' })
  const changes = Object.fromEntries(KINDS.map((kind) => [kind, [null, sizes[kind]] as const]))
  await store.write(scope, async (records) =>
    records.note({ action: 'seed', resource: 'database', recordId: null, changes }),
  )
}

/** The first signal lets the current batch finish; a second one ends the process as usual. */
function stopAsked(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

function reasonOf(engine: Engine, error: unknown): string {
  if (error instanceof NothingToOrder) return error.message
  if (!engine.refusalOf(error)) throw error
  return `The database did not take the last batch: ${(error as Error).message}. What was created before is whole; run it again to add more.`
}
