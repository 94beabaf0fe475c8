import type { Values } from '../../src/db/engine.ts'
import type { SimFile } from './file.ts'

/** Rows of some tables, as a read or a backup has seen them. */
export type Seen = ReadonlyMap<string, readonly Values[]>

/** What clients were told, compared with the file: whenever it matters, and after every restart. */
export class History {
  readonly #file: SimFile
  readonly #problems: string[]
  readonly #acknowledged = new Set<string>()
  /** By request: whether its run was found at the first restart after its outcome was unknown. */
  readonly #settled = new Map<string, string>()
  readonly #unknown = new Set<string>()
  /** The version by which all that was acknowledged is committed. */
  acknowledgedVersion = 0

  constructor(file: SimFile, problems: string[]) {
    this.#file = file
    this.#problems = problems
  }

  acknowledge(run: string): void {
    this.#acknowledged.add(run)
    if (!this.#file.table('receipts').has(run)) this.#problems.push(`${run} is acknowledged before it is stored`)
    // What is acknowledged may have been committed earlier, but not later.
    this.acknowledgedVersion = this.#file.version
  }

  refuse(id: string): void {
    this.#acknowledged.add(`not ${id}`)
  }

  unknown(id: string): void {
    this.#unknown.add(id)
  }

  /** The file was opened after a crash. */
  checkRestart(): void {
    for (const id of this.#unknown) {
      const runs = this.#runsOf(id).join()
      const before = this.#settled.get(id)
      if (before !== undefined && before !== runs)
        this.#problems.push(`the outcome of ${id} was "${before}" after one restart, and is "${runs}" after another`)
      this.#settled.set(id, runs)
    }
    for (const fact of this.#acknowledged) {
      if (fact.startsWith('not ')) {
        const runs = this.#runsOf(fact.slice(4))
        if (runs.length > 0) this.#problems.push(`${fact.slice(4)} is refused, and stored as ${runs}`)
      } else if (!this.#file.table('receipts').has(fact)) this.#problems.push(`${fact} is acknowledged, and lost`)
    }
    this.#checkOnce()
  }

  /** All that was seen is of one moment, and that moment is not before `oldest`. */
  checkSeen(what: string, seen: Seen, oldest: number): void {
    const { states } = this.#file
    const isSeen = (version: number) =>
      [...seen].every(([table, rows]) => {
        const stored = states[version]!.get(table)
        return (stored?.size ?? 0) === rows.length && rows.every((row) => stored!.get(row[0] as string) === row)
      })
    for (let version = states.length - 1; version >= 0; version--) {
      if (!isSeen(version)) continue
      if (version < oldest) this.#problems.push(`${what} sees commit ${version}, and ${oldest} was acknowledged before`)
      return
    }
    this.#problems.push(`${what} sees no moment of the database`)
  }

  #runsOf(id: string): string[] {
    return [...this.#file.table('receipts').keys()].filter((run) => run.startsWith(`${id}.`))
  }

  #checkOnce(): void {
    const ids = [...this.#file.table('receipts').keys()].map((run) => run.slice(0, run.indexOf('.')))
    for (const [index, id] of ids.entries())
      if (ids.indexOf(id) !== index) this.#problems.push(`${id} is stored more than once`)
  }
}
