import type { Scheduler } from '../write-queue/scheduler.ts'
import type { ConnectionHost, FileFaults } from './connection.ts'
import { SimFile } from './file.ts'
import { History } from './history.ts'
import type { WholeBug } from './planted-bug.ts'
import { ServerProcess } from './server-process.ts'

const START_STEPS = 30
const RELAPSES = 0.5
const RELAPSE_STEPS = 5

export interface WorldOptions {
  readonly scheduler: Scheduler
  readonly bug: WholeBug | undefined
  readonly trace: ((text: string) => void) | undefined
  readonly faults: FileFaults
  readonly deathRate: number
  readonly restartsMax: number
  readonly maxBatch: number
}

/** The machine: a file, the server process that is running now, and what clients know. */
export class World {
  readonly scheduler: Scheduler
  readonly bug: WholeBug | undefined
  readonly trace: ((text: string) => void) | undefined
  readonly maxBatch: number
  readonly file = new SimFile()
  readonly problems: string[] = []
  readonly history = new History(this.file, this.problems)
  readonly connectionHost: ConnectionHost
  readonly #faults: FileFaults
  readonly #ids = new Map<string, number>()
  readonly #open = new Map<string, ServerProcess>()
  /** How often a thread or process dies after a message. */
  deathRate: number
  #restartsLeft: number
  isHealed = false
  server: ServerProcess
  /** Called with each process that starts. */
  onStart: () => void = () => {}

  constructor({ scheduler, bug, trace, faults, deathRate, restartsMax, maxBatch }: WorldOptions) {
    this.scheduler = scheduler
    this.bug = bug
    this.trace = trace
    this.maxBatch = maxBatch
    this.deathRate = deathRate
    this.#faults = faults
    this.#restartsLeft = restartsMax
    this.connectionHost = {
      file: this.file,
      random: scheduler.random,
      faults,
      bug,
      trace,
      onSyncFailure: () => this.#dieSometimes(),
    }
    this.server = new ServerProcess(this)
  }

  createId(kind: string): string {
    const count = (this.#ids.get(kind) ?? 0) + 1
    this.#ids.set(kind, count)
    return `${kind}-${String(count).padStart(4, '0')}`
  }

  /** Notes what a process that lives on has not answered. */
  async expectAnswer(id: string, answer: Promise<void>): Promise<void> {
    this.#open.set(id, this.server)
    await answer
    this.#open.delete(id)
  }

  findUnanswered(): string[] {
    return [...this.#open].flatMap(([id, server]) => (server.isAlive ? [`${id} is never answered`] : []))
  }

  onDeath(): void {
    if (this.#restartsLeft-- <= 0) this.deathRate = 0
    this.scheduler.after(1 + this.scheduler.random.below(START_STEPS), () => this.restart())
  }

  /** The process has ended, perhaps with the machine. Another one opens the file. */
  restart(): void {
    this.server.end()
    const { random } = this.scheduler
    if (random.chance(0.5)) this.file.cutPower()
    this.file.recover(random.chance(0.5), !this.bug?.findsForgottenFrames)
    this.trace?.(`the server starts, at commit ${this.file.version}`)
    this.history.checkRestart()
    this.server = new ServerProcess(this)
    this.onStart()
    // What a restart has wrongly left behind shows only if the next crash comes before another commit.
    if (this.file.hasLostCommit) this.scheduler.after(0, () => this.server.die())
    else this.#dieSometimes()
  }

  /** A disk that fails, or a start after a crash, is often followed by another crash. */
  #dieSometimes(): void {
    if (this.isHealed || this.#restartsLeft <= 0 || !this.scheduler.random.chance(RELAPSES)) return
    this.scheduler.after(this.scheduler.random.below(RELAPSE_STEPS), () => this.server.die())
  }

  /** From now on nothing goes wrong any more. */
  heal(): void {
    this.isHealed = true
    this.deathRate = 0
    Object.assign(this.#faults, { statement: 0, commit: 0, fsync: 0 })
  }
}
