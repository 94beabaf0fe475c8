/** Statements of one transaction that are sent without waiting for the answers to those before them. */
export class SentStatements {
  /** Settled when the statement that was sent last has been answered. */
  #latest: Promise<void> = Promise.resolve()
  /** A statement has failed: the transaction is lost, even if the request has caught the error. */
  #failure: { readonly error: unknown } | undefined

  /** After a statement has failed, those that were sent after it fail as well: the first error is the reason. */
  send<T>(statement: () => Promise<T>): Promise<T> {
    const earlier = this.#latest
    const attempt = async () => {
      this.throwIfFailed()
      try {
        return await statement()
      } catch (error) {
        await earlier
        this.#failure ??= { error }
        throw this.#failure.error
      }
    }
    const sent = attempt()
    this.#latest = sent.then(noop, noop)
    return sent
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error
  }

  /** Waits for all of them. */
  async answered(): Promise<void> {
    await this.#latest
    this.throwIfFailed()
  }
}

const noop = () => {}

/** Waits for statements that were sent together. Throws the error of the first one that failed. */
export async function inOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(sent)) if (result.status === 'rejected') throw result.reason
}
