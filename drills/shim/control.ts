import { closeSync, openSync, readSync, writeSync } from 'node:fs'

const FAULTS = { write: 1n, sync: 2n, open: 4n }

export interface DiskFault {
  readonly operations: readonly (keyof typeof FAULTS)[]
  readonly nth: number
  readonly isLasting: boolean
}

/** The offsets of the fields of `struct control` in faults.c. */
const FIELDS = { faults: 0, first: 8, times: 16, space: 24, seen: 32, failed: 40 }
const NO_LIMIT = -1n
const FOR_EVER = 2n ** 62n

/** Tells a running process which operations fail: the shim maps this file into its memory. */
export class FaultControl implements Disposable {
  readonly file: string
  readonly #descriptor: number

  constructor(file: string) {
    this.file = file
    this.#descriptor = openSync(file, 'w+', 0o600)
    for (const field of Object.keys(FIELDS) as (keyof typeof FIELDS)[]) this.#set(field, 0n)
    this.setSpace(undefined)
  }

  /** Counts operations from now on, and lets the n-th fail, alone or with all after it. `undefined` heals the disk. */
  failAt(fault: DiskFault | undefined): void {
    this.#set('faults', 0n)
    this.#set('seen', 0n)
    this.#set('failed', 0n)
    if (!fault) return
    this.#set('first', BigInt(fault.nth))
    this.#set('times', fault.isLasting ? FOR_EVER : 1n)
    this.#set(
      'faults',
      fault.operations.reduce((sum, operation) => sum + FAULTS[operation], 0n),
    )
  }

  /** The bytes by which files may still grow; `undefined` for no limit. */
  setSpace(bytes: number | undefined): void {
    this.#set('space', bytes === undefined ? NO_LIMIT : BigInt(bytes))
  }

  /** Operations of the chosen kind since `failAt`. */
  get seen(): number {
    return this.#get('seen')
  }

  /** Errors that the process has met, of any kind. */
  get failed(): number {
    return this.#get('failed')
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor)
  }

  #set(field: keyof typeof FIELDS, value: bigint): void {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(value)
    writeSync(this.#descriptor, bytes, 0, 8, FIELDS[field])
  }

  #get(field: keyof typeof FIELDS): number {
    const bytes = Buffer.alloc(8)
    readSync(this.#descriptor, bytes, 0, 8, FIELDS[field])
    return Number(bytes.readBigInt64LE())
  }
}
