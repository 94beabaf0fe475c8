import type { Offenders, Snapshot } from './snapshot.ts'

/** What must hold of the data, whatever happened to the service. */
export interface Check {
  readonly name: string
  /** In plain words. */
  readonly promise: string
  run(snapshot: Snapshot, protocol: Protocol): Promise<void>
}

/** One thing that is not as it must be. */
export interface Finding {
  /** The record, or what else is at fault. */
  readonly id: string
  readonly fault: string
}

/** All violations are counted; so many are named. */
const NAMED_AT_MOST = 5

/** What a check has looked at, and what it has found. */
export class Protocol {
  readonly findings: Finding[] = []
  readonly #progress: (checked: number) => void
  #checked = 0
  #violations = 0

  constructor(progress: (checked: number) => void = () => {}) {
    this.#progress = progress
  }

  get checked(): number {
    return this.#checked
  }

  get violations(): number {
    return this.#violations
  }

  looked(count: number): void {
    this.#checked += count
    this.#progress(this.#checked)
  }

  fault(id: string, fault: string): void {
    this.#violations++
    if (this.findings.length < NAMED_AT_MOST) this.findings.push({ id, fault })
  }

  /** The same fault many times over, of which only the first are known by name. */
  faults({ count, ids }: Offenders, fault: string): void {
    for (const id of ids) this.fault(id, fault)
    this.#violations += count - ids.length
  }

  /** What is kept must be what follows from other records. */
  expect<T>(id: string, name: string, kept: T, right: T): void {
    if (kept !== right) this.fault(id, `${name} is ${kept} and must be ${right}.`)
  }

  atMost(id: string, name: string, kept: number, limit: number): void {
    if (kept > limit) this.fault(id, `${name} is ${kept} and must be at most ${limit}.`)
  }
}
