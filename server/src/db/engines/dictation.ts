import type { Query } from '../engine.ts'
import type { Group, Turn } from './group.ts'
import type { Report, Scribe } from './scribe.ts'

/** A group whose commit is under way, and how it went. */
interface Sent {
  readonly group: Group
  report?: Report
}

/**
 * Hands one group after the other to the scribe. At most one is under way; meanwhile the next is decided as if it had
 * arrived already.
 */
export class Dictation {
  readonly #scribe: Scribe
  readonly #undo: (turns: readonly Turn[], isRefused: boolean) => Error
  #sent: Sent | undefined
  #isOn = false
  #news: PromiseWithResolvers<void> | undefined

  /** `undo` is told who has to begin again, and whether because the database refused something. */
  constructor(scribe: Scribe, undo: (turns: readonly Turn[], isRefused: boolean) => Error) {
    this.#scribe = scribe
    this.#undo = undo
  }

  get isOn(): boolean {
    return this.#isOn
  }

  /** Whether something is under way. */
  get isBusy(): boolean {
    return this.#sent !== undefined
  }

  /** If the scribe is up already. */
  async begin(): Promise<void> {
    this.#isOn = this.#scribe.wake() && (await this.#scribe.begin()).kind === 'done'
  }

  send(group: Group, queries: readonly Query[]): void {
    const sent: Sent = { group }
    this.#sent = sent
    this.#scribe.commit(queries).then((report) => {
      sent.report = report
      this.tellNews()
    })
  }

  /** Answers those whose commit has ended. Throws if what was decided since then does not count. */
  look(): void {
    this.#scribe.listen()
    const { group, report } = this.#sent ?? {}
    if (!group || !report) return
    this.#sent = undefined
    if (report.kind === 'done') {
      group.answer()
      return
    }
    this.#isOn = false
    const isGone = report.kind === 'gone'
    if (isGone) group.refuse(new Error('The thread that writes has ended.'))
    throw this.#undo(isGone ? [] : group.turns, report.kind === 'refused')
  }

  /** Resolves once nothing is under way. */
  async arrived(): Promise<void> {
    for (this.look(); this.#sent; this.look()) await this.somethingNew()
  }

  /** Whether nobody else has written since it began. */
  async end(): Promise<boolean> {
    const { kind } = await this.#scribe.end()
    this.#isOn = false
    return kind === 'done'
  }

  /** Resolves when somebody comes, or when a commit has ended. */
  somethingNew(): Promise<void> {
    this.#news ??= Promise.withResolvers<void>()
    return this.#news.promise
  }

  tellNews(): void {
    this.#news?.resolve()
    this.#news = undefined
  }
}
