import { FairLock } from '../../src/app/writer/fair-lock.ts'
import { type RemoteWriter, remoteWriter } from '../../src/app/writer/remote-writer.ts'
import { serveWrites } from '../../src/app/writer/serve-writes.ts'
import type { Command, Reply } from '../../src/core/command.ts'
import { Problem } from '../../src/core/problem.ts'
import type { RpcMessage } from '../../src/core/rpc/rpc.ts'
import type { Cancellation } from '../../src/core/store.ts'
import { type Connection, RowBudgetExceeded, type WriteConnection, type WriteLock } from '../../src/db/engine.ts'
import { SqliteLane } from '../../src/db/sqlite/lane.ts'
import { SlowReads } from '../../src/db/sqlite/slow-reads.ts'
import { StagedReads } from '../../src/db/sqlite/staged-reads.ts'
import { WriteQueue } from '../../src/db/write-queue/write-queue.ts'
import { carryOut } from './commands.ts'
import { SimConnection } from './connection.ts'
import { PausingLane } from './pausing-lane.ts'
import { SimSlowReader } from './sim-slow-reader.ts'
import { channelOver, Pipe } from './thread-channel.ts'
import type { World } from './world.ts'

const MS_A_STEP = 100
const LEASE_STEPS = 300
const EXIT_STEPS = 10

/** A server process on the embedded database: a thread that serves and reads, one that writes, and a process for each slow read. */
export class ServerProcess {
  readonly #world: World
  readonly #connections: SimConnection[] = []
  readonly #writersConnections: SimConnection[] = []
  readonly #staged: StagedReads
  readonly #slow: SlowReads
  readonly #writer: RemoteWriter
  readonly #ownQueue: WriteQueue
  isAlive = true
  #isWriterAlive = true

  constructor(world: World) {
    this.#world = world
    const { scheduler, bug } = world
    const isAlive = () => this.isAlive
    const isWriterAlive = () => this.isAlive && this.#isWriterAlive
    const requests = new Pipe<RpcMessage>({
      scheduler,
      canSend: isAlive,
      canReceive: isWriterAlive,
      onSent: () => this.#endThreadSometimes(),
    })
    const answers = new Pipe<RpcMessage>({
      scheduler,
      canSend: isWriterAlive,
      canReceive: isAlive,
      onSent: () => this.#endThreadSometimes(),
      ...(bug?.swapsAnswers && { change: bug.swapsAnswers }),
    })
    const lock = new FairLock()
    const writersQueue = this.#queue('writer', this.#writersConnections, lock, isWriterAlive)
    const parts = {
      write: <T>(work: (connection: WriteConnection) => Promise<T>) => writersQueue.write(work),
      createId: (kind: string) => world.createId(kind),
      splitsImportSteps: Boolean(bug?.splitsImportSteps),
      splitsCollecting: Boolean(bug?.splitsCollecting),
    }
    const lease = { leaseMs: LEASE_STEPS, after: (steps: number, work: () => void) => scheduler.after(steps, work) }
    serveWrites(channelOver(answers, requests), { commit: (command) => carryOut(parts, command) }, lock, lease)
    this.#writer = remoteWriter(channelOver(requests, answers))
    this.#ownQueue = this.#queue('server', this.#connections, this.#writer.lock, isAlive)
    this.#staged = new StagedReads(
      () => this.#open('reader', this.#connections),
      (work) => scheduler.later(() => this.isAlive && work()),
    )
    const openReader = () => this.#open('slow reader', this.#connections)
    const deaths = () => world.deathRate
    const readers: SimSlowReader[] = []
    const killAll = (reason: Error) => {
      for (const reader of readers) void reader.kill(reason)
    }
    const onKill = bug?.killsAllReaders ? killAll : undefined
    const losesQuestions = Boolean(bug?.losesSlowReads)
    this.#slow = new SlowReads(() => {
      const reader = new SimSlowReader({ scheduler, deaths, isAlive, losesQuestions, onKill, open: openReader })
      readers.push(reader)
      return reader
    }, 0)
  }

  /** As the executor: everything that writes goes to the writer thread. */
  async execute(command: Command): Promise<Reply> {
    await this.pause()
    return this.#writer.commit(command).catch((error) => {
      throw this.#world.bug?.refusesAbandoned && !this.#isWriterAlive ? new Problem('UNAVAILABLE') : error
    })
  }

  /** A write of this thread, such as an audit entry of a refused request. */
  writeHere<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    return this.#ownQueue.write(work)
  }

  /** As `openSqlite` does it. */
  read<T>(work: (connection: Connection) => Promise<T>, onCancel?: Cancellation): Promise<T> {
    return this.#staged.read(work).catch((error) => {
      if (error instanceof RowBudgetExceeded) return this.#slow.read(work, onCancel)
      throw error
    })
  }

  /** Resolves later, or never if the process has ended by then. */
  pause(steps = 0, isAlive = () => this.isAlive): Promise<void> {
    const { scheduler } = this.#world
    return new Promise((resolve) => {
      const wake = () => isAlive() && resolve()
      if (steps > 0) scheduler.after(steps, wake)
      else scheduler.later(wake)
    })
  }

  /** kill -9: the system closes its files. */
  die(): void {
    if (!this.isAlive) return
    this.#world.trace?.('the server process ends')
    this.end()
    this.#world.onDeath()
  }

  end(): void {
    this.isAlive = false
    for (const connection of [...this.#connections, ...this.#writersConnections]) connection.end()
  }

  #endThreadSometimes(): void {
    const { scheduler, deathRate, trace } = this.#world
    if (!this.#isWriterAlive || !scheduler.random.chance(deathRate)) return
    trace?.('the writer thread ends')
    this.#isWriterAlive = false
    for (const connection of this.#writersConnections) connection.end()
    // The server learns of it later, and exits.
    scheduler.after(scheduler.random.below(EXIT_STEPS), () => {
      if (this.isAlive) this.#writer.abandon(new Error('The writer thread ended.'))
    })
    scheduler.after(EXIT_STEPS + scheduler.random.below(EXIT_STEPS), () => this.die())
  }

  #open(name: string, among: SimConnection[]): SimConnection {
    const connection = new SimConnection(this.#world.connectionHost, name)
    among.push(connection)
    return connection
  }

  #queue(name: string, among: SimConnection[], lock: WriteLock, isAlive: () => boolean): WriteQueue {
    const { scheduler, bug, maxBatch } = this.#world
    const pause = (steps = 0) => this.pause(steps, isAlive)
    const pauseSometimes = () => (!isAlive() || scheduler.random.chance(0.4) ? pause() : undefined)
    const sleep = () => pause(1 + scheduler.random.below(10))
    const lane = new SqliteLane(this.#open(name, among), { now: () => scheduler.now * MS_A_STEP, sleep })
    lane.lock = lock
    return new WriteQueue(new PausingLane(lane, pauseSometimes, Boolean(bug?.acknowledgesEarly)), undefined, {
      maxBatch,
      now: () => scheduler.now,
      gather: pause,
      backOff: (attempt) => pause(scheduler.random.below(2 ** attempt)),
    })
  }
}
