export interface Setting<K extends string, T> {
  readonly name: string
  readonly key: K
  readonly default: string | undefined
  readonly reason: string
  readonly isSecret?: true
  /** Throws the end of the sentence `NAME …`. */
  read(text: string): T
}

export const setting = <K extends string, T>(
  name: string,
  key: K,
  fallback: string | undefined,
  read: (text: string) => T,
  reason: string,
  options: { isSecret?: true } = {},
): Setting<K, T> => ({ name, key, default: fallback, read, reason, ...options })

export const asText = (text: string): string => text
