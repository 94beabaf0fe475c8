import type { Detail } from '../../model/input.ts'
import { type Language, type Message, msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Scope } from '../../model/rights.ts'
import { written } from '../../texts/written.ts'
import { type Actor, type Credential, type CurrentActor, serviceActor } from '../access.ts'
import type { Executor } from '../command.ts'
import { plainList } from '../lists/list-query.ts'
import { Problem } from '../problem.ts'
import { type Reads, type Store, wholeScope } from '../store.ts'
import { type Stride, settledIn } from './advance.ts'
import { type Import, importRows, imports, isGoingOn, ROWS_AT_ONCE } from './imports.resource.ts'

/** The body of a request would be refused so, for its fields or for an id that is taken. */
const REFUSED: readonly number[] = [409, 422]
const UNAUTHORIZED = 401

/** Why the credential of a run is no longer valid. */
const ENDINGS: { readonly [K in Credential['kind']]: Message } = {
  session: msg`The session that started this import was ended`,
  key: msg`The API key that started this import was revoked or has expired`,
  app: msg`The app that started this import was disconnected`,
}

/** For a run that began before its scopes were stored. */
const SCOPES_BEFORE: readonly Scope[] = ['read', 'write']

export interface RunnerParts {
  readonly executor: Executor
  readonly store: Store
  readonly clock: () => number
  readonly currentActor: CurrentActor
  onError(error: unknown): void
}

/**
 * Brings imports forward, step by step, beside everything else. How far each has come is in the database, so that any server
 * may take it up where another left it; that two work on one does no harm.
 */
export class ImportRunner {
  readonly #parts: RunnerParts
  readonly #going = new Map<string, Promise<void>>()
  #isStopped = false

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Starts imports that are pending and not running here. */
  async look(): Promise<void> {
    const goingOn = { path: 'status', operator: 'in', values: ['checking', 'running'] } as const
    const { records } = await this.#reads().list(imports, plainList([goingOn], { order: 'asc' }))
    for (const job of records) {
      if (this.#isStopped || this.#going.has(job.id)) continue
      this.#going.set(
        job.id,
        this.#bringIn(job.id).finally(() => this.#going.delete(job.id)),
      )
    }
  }

  /** Finishes or pauses what is running; starts nothing new. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#going.values())
  }

  #reads(): Reads {
    const { store, clock } = this.#parts
    return store.reads(wholeScope(new Date(clock()).toISOString()))
  }

  async #bringIn(id: string): Promise<void> {
    let stride: Stride = { most: ROWS_AT_ONCE }
    let language: Language = 'en'
    while (!this.#isStopped) {
      try {
        const job = await this.#reads().find(imports, { id })
        if (!job || !isGoingOn(job.status)) return
        language = job.origin.language ?? 'en'
        const actor = await this.#actorOf(job)
        if (!(await this.#do(actor, 'import', id, { ...stride })).isGoingOn) return
        stride = afterSuccess(stride)
      } catch (error) {
        if (error instanceof Problem && error.status === 503) return // the next look continues from the last saved row
        const next = error instanceof Problem ? afterRefusal(stride, error) : undefined
        if (!next) return this.#giveUp(id, error, language)
        stride = next
      }
    }
  }

  /** The user who started this run, with the current rights. */
  async #actorOf({ createdBy, origin }: Import): Promise<Actor> {
    const unknown = {
      userId: createdBy,
      name: null,
      role: '',
      permissions: {},
      scopes: SCOPES_BEFORE,
      serverRequestId: null,
      language: 'en' as const,
    }
    try {
      return await this.#parts.currentActor({ ...unknown, ...origin })
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== UNAUTHORIZED || !origin.credential) throw error
      const message = msg`${ENDINGS[origin.credential.kind]}, or its user may no longer sign in. Run the import again to continue.`
      throw new Problem(error.code, { text: message })
    }
  }

  async #do(actor: Actor, action: string, id: string, input: AnyRecord): Promise<AnyRecord> {
    const { body } = await this.#parts.executor.execute({ resource: importRows.name, action, actor, id, input })
    return JSON.parse(body).data
  }

  async #giveUp(id: string, error: unknown, language: Language): Promise<void> {
    const { onError } = this.#parts
    if (!(error instanceof Problem)) onError(error)
    const text = error instanceof Problem ? error.text : msg`Something went wrong on our side.`
    const problem = written(text, language)
    await this.#do(serviceActor, 'give-up', id, { problem }).catch(onError)
  }
}

/** After rows that were tried one by one, whole batches again. */
const afterSuccess = ({ alone = 0 }: Stride): Stride =>
  alone > 1 ? { most: 1, alone: alone - 1 } : { most: ROWS_AT_ONCE }

/**
 * A record was rolled back on purpose: what became of it is noted. Or the database refused something in these rows: they are
 * tried one by one, and the one that it refuses is left out.
 */
function afterRefusal({ alone = 0, settled }: Stride, problem: Problem): Stride | undefined {
  const { status, details, text } = problem
  if (settled) return undefined
  const outcome = settledIn(problem)
  if (outcome) return { most: 1, alone, settled: outcome }
  if (!REFUSED.includes(status)) return undefined
  if (alone === 0) return { most: 1, alone: ROWS_AT_ONCE }
  const faults: readonly Detail[] = details.length > 0 ? details : [{ field: '', message: text }]
  return { most: 1, alone, settled: faults }
}
