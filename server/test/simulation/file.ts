import type { Values } from '../../src/db/engine.ts'
import { Database, type Transaction } from '../write-queue/database/database.ts'

type Table = ReadonlyMap<string, Values>
/** All tables after a certain commit. */
export type State = ReadonlyMap<string, Table>

const NO_TABLE: Table = new Map()

/** SQLite's result codes, as `node:sqlite` tells them. */
export const CODES = { busy: 5, io: 10, full: 13, fsync: 1034, check: 275, unique: 2067, misuse: 1 } as const
export const sqliteError = (code: number, message: string): Error =>
  Object.assign(new Error(message), { errcode: code })

/**
 * A database file with its write-ahead log. Each commit adds a state, so that a snapshot is one of them, and what a read saw
 * can be compared with all of them. Only what is synced survives a power cut.
 */
export class SimFile extends Database {
  readonly states: State[] = [new Map()]
  /** How many states are on the disk for certain. */
  #synced = 1
  /** A commit whose fsync failed: no connection sees it, the next commit overwrites it, and a recovery may find it. */
  #limbo: State | undefined
  #next = new Map<string, Map<string, Values>>()

  get current(): State {
    return this.states.at(-1)!
  }

  get version(): number {
    return this.states.length - 1
  }

  get hasLostCommit(): boolean {
    return this.#limbo !== undefined
  }

  override table(name: string): Table {
    return this.current.get(name) ?? NO_TABLE
  }

  override set(table: string, key: string, row: Values | undefined): void {
    const rows = this.#next.get(table) ?? new Map(this.table(table))
    this.#next.set(table, rows)
    if (row) rows.set(key, row)
    else rows.delete(key)
  }

  /** Keeps what was set outside transactions: the state before the first commit. */
  fill(): void {
    this.states[0] = this.#takeNext()
  }

  commit(transaction: Transaction, isSynced: boolean): void {
    this.states.push(this.#stateAfter(transaction))
    this.#limbo = undefined
    if (isSynced) this.#synced = this.states.length
  }

  /** The frames are in the log, and fsync has failed. */
  loseTrackOf(transaction: Transaction): void {
    this.#limbo = this.#stateAfter(transaction)
  }

  /** The first connection reads the log anew. What it finds is valid from now on, and the rest is overwritten. */
  recover(isFound: boolean, forgetsRest = true): void {
    if (this.#limbo && isFound) this.states.push(this.#limbo)
    if (isFound || forgetsRest) this.#limbo = undefined
    this.#synced = this.states.length
  }

  cutPower(): void {
    this.states.length = this.#synced
  }

  #stateAfter(transaction: Transaction): State {
    transaction.end(true)
    return this.#takeNext()
  }

  #takeNext(): State {
    const state = new Map([...this.current, ...this.#next])
    this.#next = new Map()
    return state
  }
}
