/** A record as an answer told it. */
export interface Written {
  readonly resource: string
  readonly id: string
  readonly version: number
  /** How many lines it has; 0 for a record without lines. */
  readonly lines: number
  /** Over the fields that change only together with the version. */
  readonly digest: string
}

/**
 * ok: the server has acknowledged the write. fail: it has refused it, so nothing may have happened. unknown: no answer, or
 * one that says so; it may have happened or not.
 */
export type Outcome = 'ok' | 'fail' | 'unknown'

/** One write of a client. Each attempt carries `<mark>.<number>` as its X-Request-Id, which the audit log stores. */
export interface Operation {
  readonly mark: string
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** Under /api/v1. */
  readonly path: string
  body?: unknown
  /** Sent as If-Match. */
  readonly version?: number
  /** Sent as Idempotency-Key: the request may be repeated. */
  readonly key?: string
  /** How many records it asks for: a batch creates all of them or none. */
  readonly creates: number
  readonly invokedAt: number
  attempts: number
  /** Undefined as long as it is under way. */
  outcome?: Outcome
  endedAt?: number
  /** Of the last attempt; undefined if there was no answer. */
  status?: number
  /** The code of a refusal, or of an error of the connection. */
  code?: string
  /** What an acknowledged operation has written. */
  written?: readonly Written[]
}

export type NewOperation = Pick<Operation, 'method' | 'path' | 'body' | 'version' | 'key' | 'creates'>

/** The operations of all clients. */
export class History {
  readonly operations: Operation[] = []
  readonly #name: string
  acknowledged = 0
  #lastOkAt: number | undefined
  #longestGap = 0

  /** The name is part of every mark: letters, digits and dashes. */
  constructor(name = 'drill') {
    this.#name = name
  }

  invoke(operation: NewOperation): Operation {
    const mark = `${this.#name}-${String(this.operations.length).padStart(6, '0')}`
    const invoked: Operation = { ...operation, mark, invokedAt: performance.now(), attempts: 0 }
    this.operations.push(invoked)
    return invoked
  }

  /** The result of the last attempt. */
  end(operation: Operation, result: Pick<Operation, 'status' | 'code' | 'written'> & { outcome: Outcome }): void {
    const now = performance.now()
    if (operation.outcome === 'ok') {
      endRepetition(operation, result)
      return
    }
    delete operation.code
    Object.assign(operation, { endedAt: now }, result)
    if (result.outcome !== 'unknown') delete operation.body // nothing will be sent again: a long drill needs the memory
    if (result.outcome !== 'ok') return
    this.acknowledged++
    if (this.#lastOkAt !== undefined) this.#longestGap = Math.max(this.#longestGap, now - this.#lastOkAt)
    this.#lastOkAt = now
  }

  /** Call it when the load stops on purpose, so that the pause does not count as an outage. */
  pause(): void {
    this.#lastOkAt = undefined
  }

  /** The longest time in milliseconds without an acknowledged write, while there was load. */
  get longestOutage(): number {
    return this.#longestGap
  }

  count(outcome: Outcome): number {
    return this.operations.filter((operation) => (operation.outcome ?? 'unknown') === outcome).length
  }
}

/** What was acknowledged stays so, unless a repetition is refused or gets the answer to another request: a fault. */
function endRepetition(operation: Operation, result: Parameters<History['end']>[1]): void {
  delete operation.body
  const idsOf = (written: readonly Written[] = []) => written.map(({ id }) => id).join()
  const isOther = result.outcome === 'ok' && idsOf(result.written) !== idsOf(operation.written)
  if (isOther) Object.assign(operation, { outcome: 'fail', code: 'ANOTHER_REPLY' })
  else if (result.outcome === 'fail') Object.assign(operation, result)
}
