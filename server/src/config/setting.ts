/** One setting: where it is read from, what it means, how it is read and checked. */
export interface Setting<C, K extends keyof C> {
  readonly name: string
  readonly key: K
  readonly default: string | undefined
  readonly reason: string
  readonly isSecret?: true
  /** Throws the end of the sentence `NAME …`. */
  read(text: string): C[K]
}

/** A function that declares settings of a part of the configuration. */
export const settingsFor =
  <C>() =>
  <K extends keyof C>(
    name: string,
    key: K,
    fallback: string | undefined,
    read: (text: string) => C[K],
    reason: string,
    options: { isSecret?: true } = {},
  ): Setting<C, K> => ({ name, key, default: fallback, read, reason, ...options })

export const asText = (text: string): string => text
