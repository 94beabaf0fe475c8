import { type Actor, type Credential, type CurrentActor, serviceActor } from '../../core/access.ts'
import type { Executor } from '../../core/command.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import { type Reads, type Store, wholeScope } from '../../core/store.ts'
import { type Message, msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Scope } from '../../model/rights.ts'
import { written } from '../../texts/written.ts'
import { ImportLeases, observedOf } from './import-lease.ts'
import { type Import, importRows, imports, isGoingOn } from './imports.resource.ts'

const UNAUTHORIZED = 401
const BUSY = 503

/** After an import of more records the statistics of the database are gathered anew. */
const ANALYZED_FROM = 1000

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
  /** The name of this runner among those of all servers. */
  readonly holder: string
  /** Gathers statistics for the database, where its plans depend on them. */
  readonly analyze?: (() => Promise<void>) | undefined
  onError(error: unknown): void
}

/**
 * Brings imports forward, step by step, beside everything else. How far each has come is in the database, so that any server
 * may take it up where another left it. One runner of all servers works on an import at a time.
 */
export class ImportRunner {
  readonly #parts: RunnerParts
  readonly #leases = new ImportLeases(() => performance.now())
  readonly #going = new Map<string, Promise<void>>()
  /** Imports that were found pending while their last run was about to end here. */
  readonly #again = new Set<string>()
  #later: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Starts imports that are pending. Without other servers (`isAlone`) a runner that holds one has ended. */
  async look(isAlone = false): Promise<void> {
    const goingOn = { path: 'status', operator: 'in', values: ['checking', 'running'] } as const
    const { records } = await this.#reads().list(imports, plainList([goingOn], { order: 'asc' }))
    this.#leases.keepOnly(records)
    let waitMs = 0
    for (const job of records) {
      if (this.#isStopped) return
      const heldMs = isAlone ? 0 : this.#leases.heldFor(job, this.#parts.holder)
      if (this.#going.has(job.id)) this.#again.add(job.id)
      else if (heldMs > 0) waitMs = Math.max(waitMs, heldMs)
      else this.#start(job)
    }
    if (waitMs > 0) this.#lookLater(waitMs)
  }

  /** Finishes or pauses what is running; starts nothing new. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#later)
    await Promise.all(this.#going.values())
  }

  #start(job: Import): void {
    const { id } = job
    const work = this.#bringIn(job).finally(() => {
      this.#going.delete(id)
      if (this.#again.delete(id) && !this.#isStopped) this.look().catch(this.#parts.onError)
    })
    this.#going.set(id, work)
  }

  /** The server that works on an import may have ended: look again when it has been silent for long enough. */
  #lookLater(afterMs: number): void {
    clearTimeout(this.#later)
    this.#later = setTimeout(() => this.look().catch(this.#parts.onError), afterMs).unref()
  }

  #reads(): Reads {
    const { store, clock } = this.#parts
    return store.reads(wholeScope(new Date(clock()).toISOString()))
  }

  /** Works on an import until there is nothing left to do here. */
  async #bringIn(found: Import): Promise<void> {
    const { onError } = this.#parts
    try {
      if (!(await this.#take(found))) return
      let hasMore = true
      while (hasMore && !this.#isStopped) hasMore = await this.#proceed(found.id)
      if (hasMore) await this.#do(serviceActor, 'release', found.id, { holder: this.#parts.holder })
      else await this.#analyzeAfter(found.id)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== BUSY) onError(error) // the next look continues from the last saved row
    }
  }

  async #analyzeAfter(id: string): Promise<void> {
    const { analyze } = this.#parts
    const job = analyze && (await this.#reads().find(imports, { id }))
    if (job?.status === 'completed' && job.created + job.updated > ANALYZED_FROM) await analyze!()
  }

  async #take(job: Import): Promise<boolean> {
    if (job.holder === this.#parts.holder) return true
    return (
      (await this.#do(serviceActor, 'lease', job.id, { holder: this.#parts.holder, seen: observedOf(job) })).isHeld ===
      true
    )
  }

  /** Brings in the next rows. False if there are no more, or they are not for this runner. */
  async #proceed(id: string): Promise<boolean> {
    const job = await this.#reads().find(imports, { id })
    if (!job || !isGoingOn(job.status)) return false
    // The run was started anew, which takes it from every runner.
    if (job.holder === null && !(await this.#take(job))) return false
    try {
      const actor = await this.#actorOf(job)
      const planned = { ...observedOf(job), holder: this.#parts.holder }
      const { isGoingOn: hasMore } = await this.#do(actor, 'import', id, planned)
      return hasMore === true
    } catch (error) {
      if (error instanceof Problem && error.status === BUSY) throw error
      await this.#giveUp(job, error)
      return false
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

  async #giveUp({ id, attempt, origin }: Import, error: unknown): Promise<void> {
    if (!(error instanceof Problem)) this.#parts.onError(error)
    const text = error instanceof Problem ? error.text : msg`Something went wrong on our side.`
    const problem = written(text, origin.language ?? 'en')
    await this.#do(serviceActor, 'give-up', id, { problem, attempt })
  }
}
