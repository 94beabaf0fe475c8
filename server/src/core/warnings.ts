import type { Message } from '../model/message.ts'

/** What the engine warns of beside an answer: the code and its usual meaning. Resources declare their own. */
const engineWarnings = {
  READ_ONLY_IGNORED: 'A value was sent for a field that no client can set. It was ignored, and the field is as stored.',
} as const

declare const declared: unique symbol
/** A code that a resource has declared by `defineWarnings`. */
export type DeclaredWarning = string & { readonly [declared]: true }
export type WarningCode = keyof typeof engineWarnings | DeclaredWarning

const table = new Map<string, string>(Object.entries(engineWarnings))

/** Declares what the rules of a resource may warn of. Returns each code under its name. */
export function defineWarnings<T extends Readonly<Record<string, string>>>(
  own: T,
): { readonly [C in keyof T]: DeclaredWarning } {
  for (const [code, meaning] of Object.entries(own)) {
    if (table.has(code)) throw new Error(`The warning code ${code} is declared twice.`)
    table.set(code, meaning)
  }
  return Object.fromEntries(Object.keys(own).map((code) => [code, code])) as { [C in keyof T]: DeclaredWarning }
}

/** All codes with their meaning, whichever of their modules was loaded first. */
export const warningMeanings = (): readonly (readonly [code: string, meaning: string])[] =>
  [...table].sort(([a], [b]) => (a < b ? -1 : 1))

/** Tells the client of something that is no refusal. */
export interface Warning {
  readonly code: WarningCode
  /** The path of the field that it is about. */
  readonly field?: string
  readonly message: Message
  readonly reveals?: readonly string[]
}
