import { OutcomeUnknown, type WriteConnection } from '../../src/db/engine.ts'
import { Overloaded, RolledBack } from '../../src/db/write-queue/lane.ts'
import { type Program, runProgram } from './business/program.ts'
import type { Queries } from './business/queries.ts'
import { Refused, type Run } from './business/run.ts'
import { type Database, DatabaseError } from './database/database.ts'
import type { SimNode } from './node.ts'
import type { PlantedBug } from './planted-bug.ts'

export interface RequestOptions {
  readonly id: string
  readonly node: SimNode
  readonly program: Program
  readonly queries: Queries
  readonly database: Database
  readonly hasFaults: boolean
  readonly bug: PlantedBug | undefined
  readonly trace: ((text: string) => void) | undefined
}

/** One request of a client, and what the client learns of it. */
export class SimRequest {
  readonly #options: RequestOptions
  readonly #runs: string[] = []
  readonly #problems: string[] = []
  /** A request whose process dies is never answered. */
  #outcome: 'acknowledged' | 'refused' | 'unknown' = 'unknown'
  #acknowledged: string | undefined
  #isSent = false
  #isSettled = false
  #connection: WriteConnection | undefined

  constructor(options: RequestOptions) {
    this.#options = options
  }

  async send(): Promise<void> {
    const { node, program, queries, bug, trace, id } = this.#options
    if (!node.isAlive) return
    trace?.(`${id} arrives at ${node.name}`)
    this.#isSent = true
    const work = (connection: WriteConnection) => {
      const run = `${id}.${this.#runs.length}`
      trace?.(`${run} runs`)
      this.#runs.push(run)
      this.#connection = bug?.breakConnection?.(connection) ?? connection
      return runProgram(program, run, queries, this.#connection)
    }
    await node.queue.write(work, program.declared).then(
      (run) => this.#acknowledge(run),
      (error) => this.#refuse(error),
    )
    this.#isSettled = true
    await this.#goOn()
  }

  /** Whether the queue of this node has taken it in, and not answered it. */
  isOpenAt(node: SimNode): boolean {
    return this.#options.node === node && this.#isSent && !this.#isSettled
  }

  /** What is wrong, now that nothing happens any more. */
  findProblems(): string[] {
    const { id, node, database } = this.#options
    const stored = this.#runs.filter((run) => database.table('receipts').has(run))
    if (node.isAlive && !this.#isSettled) this.#problems.push(`${id} is never answered`)
    if (this.#outcome === 'refused' && stored.length > 0)
      this.#problems.push(`${id} is refused, and stored as ${stored}`)
    if (this.#acknowledged !== undefined && !stored.includes(this.#acknowledged))
      this.#problems.push(`${this.#acknowledged} is acknowledged, and not stored`)
    if (stored.length > 1) this.#problems.push(`${id} is stored more than once: ${stored}`)
    return this.#problems
  }

  #acknowledge(run: Run): void {
    const { database, trace } = this.#options
    trace?.(`${run.id} is acknowledged`)
    this.#outcome = 'acknowledged'
    this.#acknowledged = run.id
    this.#problems.push(...run.problems)
    if (!run.isCommitted)
      this.#problems.push(`${run.id} is acknowledged, and its transaction not told that it is committed`)
    if (!database.table('receipts').has(run.id)) this.#problems.push(`${run.id} is acknowledged before it is stored`)
  }

  #refuse(error: Error): void {
    const { id, trace } = this.#options
    trace?.(`${id} fails: ${error.message}`)
    if (error instanceof OutcomeUnknown) return
    this.#outcome = 'refused'
    if (!this.#isExpected(error)) this.#problems.push(`${id} fails with ${error}`)
  }

  #isExpected(error: Error): boolean {
    if (error instanceof Refused || error instanceof Overloaded) return true
    if (!(error instanceof DatabaseError)) return error instanceof RolledBack && this.#options.hasFaults
    // Other rows exist already only if a lock was not held. That the transaction is aborted is never the reason.
    if (error.kind === 'duplicate') return error.message.startsWith('codes ')
    return this.#options.hasFaults && error.kind !== 'aborted'
  }

  /** A request that goes on after its end must not write anything. */
  async #goOn(): Promise<void> {
    const { id, queries } = this.#options
    const late = this.#connection?.query(queries.insert('marks', [`${id} late`]))
    await late?.then(
      () => this.#problems.push(`${id} has written after its end`),
      () => {},
    )
  }
}
