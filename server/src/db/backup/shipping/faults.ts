/** What can fail by itself. */
const PARTS = {
  target: 'have the target for itself',
  beginning: 'begin',
  copying: 'copy the log',
  sending: 'send changes',
  snapshot: 'store a snapshot',
  retention: 'remove what has expired',
}
export type Part = keyof typeof PARTS
/** Without these there is no backup, the most severe first. A target may forbid to remove anything. */
const NEEDED: readonly Part[] = ['target', 'beginning', 'copying', 'sending', 'snapshot']

export interface FaultListener {
  /** With the reason of the most severe fault, or without one, and whether another server uses the target. */
  onStatus(status: { readonly fault: string | undefined; readonly isShared: boolean }): void
  log(level: 'info' | 'warn', text: string): void
}

/** Why the backup does not succeed at the moment: the success of one part says nothing about another. */
export class Faults {
  readonly #listener: FaultListener
  readonly #reasons = new Map<Part, string>()

  constructor(listener: FaultListener) {
    this.#listener = listener
  }

  has(part: Part): boolean {
    return this.#reasons.has(part)
  }

  /** Logged once, although it is tried again. */
  note(part: Part, error: unknown): void {
    const reason = (error as Error).message ?? String(error)
    if (this.#reasons.get(part) === reason) return
    this.#reasons.set(part, reason)
    this.#listener.log('warn', `the continuous backup cannot ${PARTS[part]}: ${reason}`)
    this.#tell()
  }

  clear(part: Part): void {
    if (!this.#reasons.delete(part)) return
    this.#listener.log('info', `the continuous backup can ${PARTS[part]} again`)
    this.#tell()
  }

  #tell(): void {
    const first = NEEDED.find((part) => this.has(part))
    this.#listener.onStatus({ fault: first && this.#reasons.get(first), isShared: this.has('target') })
  }
}
