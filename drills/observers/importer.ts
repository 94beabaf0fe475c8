import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { DrillContext } from '../framework/drill.ts'
import { count } from '../framework/summary.ts'
import { LIMIT_MS } from '../framework/wait-for.ts'
import { attempt } from '../history/attempt.ts'
import type { AnyRecord } from '../history/content.ts'
import { everyRecord } from '../history/read-state.ts'
import { checkImport, tableOf } from './check-imports.ts'
import type { Observed, Observer } from './observer.ts'

/** Begun at the same time on different nodes: each of two runners has its own, and learns of the other's. */
const AT_ONCE = 2
/** Then the next ones begin, also if these wait because their runner was killed. */
const EVERY_MS = 3000
const LOOK_MS = 100
/** At the end an import that makes no progress for so long is cancelled where it is: its runner may come back late. */
const SILENT_MS = 1500

/** Brings in tables of which every second row is refused. */
export function importer({ seed, onEnd }: DrillContext): Observer {
  const importing = new Importing(`ITEM-${seed}`)
  onEnd(() => importing.stop())
  return {
    begin: (observed) => importing.begin(observed),
    finish: () => importing.finish(),
    async check() {
      const ended = await importing.ended()
      const processed = ended.reduce((sum, { job }) => sum + job.processed, 0)
      return {
        facts: [count(processed, 'rows imported', 'row imported')],
        violations: ended.flatMap(({ label, job, notes }) => checkImport(label, job, notes)),
      }
    },
  }
}

class Importing {
  readonly #itemCode: string
  readonly #agent = new Agent() // a connection for each request: workers take turns
  /** Which rows were sent with each import. */
  readonly #labels = new Map<string, string>()
  #observed!: Observed
  #item = ''
  #isStopped = false
  #work: Promise<void> = Promise.resolve()

  constructor(itemCode: string) {
    this.#itemCode = itemCode
  }

  /** The records of this observer belong to requests of the history, as all records do. */
  async begin(observed: Observed): Promise<void> {
    this.#observed = observed
    const { history, target } = observed
    const body = { itemCode: this.#itemCode, itemName: 'Imported' }
    const reply = await attempt(
      history,
      target,
      0,
      history.invoke({ method: 'POST', path: '/items', body, creates: 1 }),
    )
    if (reply?.status !== 201) throw new Error(`The drill gets no item: ${JSON.stringify(reply?.body)}`)
    this.#item = reply.body.data.id
    this.#work = this.#run()
    this.#work.catch(() => {}) // `finish` rejects with it
  }

  stop(): void {
    this.#isStopped = true
    this.#agent.destroy()
  }

  async finish(): Promise<void> {
    this.#isStopped = true
    await this.#work
    for (const id of this.#labels.keys()) await this.#end(id)
  }

  /** All imports, each with the notes of the records that its rows have become. */
  async ended() {
    const notes: string[] = []
    const path = `/stock-movements?item=${this.#item}&perPage=100`
    for await (const { note } of everyRecord(this.#observed.target, path)) notes.push(note)
    return Promise.all(
      [...this.#labels].map(async ([id, label]) => ({
        label,
        job: await this.#read(id),
        notes: notes.filter((note) => note.startsWith(`${label}.`)),
      })),
    )
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const begun = await Promise.all(Array.from({ length: AT_ONCE }, (_, client) => this.#start(client)))
      const ids = begun.filter((id) => id !== undefined)
      for (const end = performance.now() + EVERY_MS; performance.now() < end && !this.#isStopped; ) {
        await pause(LOOK_MS)
        const jobs = await Promise.all(ids.map((id) => this.#read(id).catch(() => undefined)))
        if (jobs.every((job) => job && !isGoingOn(job))) break
      }
    }
  }

  /** The server may be killed before it answers: repeated under its key, the request has begun one import. */
  async #start(client: number): Promise<string | undefined> {
    const { history, target } = this.#observed
    const label = `${this.#itemCode}-${history.operations.length}`
    const body = { resource: 'stock-movements', dryRun: false, csv: tableOf(label, this.#itemCode) }
    const operation = history.invoke({ method: 'POST', path: '/imports', body, creates: 0, key: label })
    for (;;) {
      const reply = await attempt(history, target, client, operation, this.#agent)
      if (operation.outcome === 'ok') {
        const { id } = reply!.body.data
        this.#labels.set(id, label)
        return id
      }
      if (operation.outcome === 'fail') return undefined
      await pause(LOOK_MS)
    }
  }

  async #read(id: string): Promise<AnyRecord> {
    const { status, body } = await this.#observed.target.send(0, { method: 'GET', path: `/imports/${id}` })
    if (status !== 200) throw new Error(`GET /imports/${id}: ${status}`)
    return body.data
  }

  /** Waits while the import makes progress. */
  async #end(id: string): Promise<void> {
    let processed = -1
    for (let [begun, since] = [performance.now(), 0]; performance.now() - begun < LIMIT_MS; await pause(LOOK_MS)) {
      const job = await this.#read(id)
      if (!isGoingOn(job)) return
      if (job.processed !== processed) [processed, since] = [job.processed, performance.now()]
      else if (performance.now() - since > SILENT_MS)
        await this.#observed.target.send(0, { method: 'POST', path: `/imports/${id}/cancel` })
    }
    throw new Error(`The import ${id} cannot be cancelled.`)
  }
}

const isGoingOn = ({ status }: AnyRecord): boolean => status === 'checking' || status === 'running'
