/** A figure of the summary line. */
export interface Fact {
  readonly name: string
  readonly value: number
  /** As it stands in the line: `120 kills`, `longest outage 1.6 s`. */
  readonly text: string
}

/** Something that must never happen. */
export interface Violation {
  /** `lost`, `half-written`, `double`, `wrongly there`, `gone back`, `verify`, … */
  readonly kind: string
  /** Which request or record, and what is wrong with it. */
  readonly text: string
}

/** What a drill did and found. It has failed if there is any violation. */
export interface Summary {
  readonly facts: readonly Fact[]
  readonly violations: readonly Violation[]
}

const formatted = (value: number) => value.toLocaleString('en')

/** `120 kills`; the singular is for a count of one. */
export const count = (value: number, name: string, singular = name): Fact => ({
  name,
  value,
  text: `${formatted(value)} ${value === 1 ? singular : name}`,
})

/** `longest outage 1.6 s`. */
export const seconds = (name: string, milliseconds: number): Fact => ({
  name,
  value: Math.round(milliseconds / 100) / 10,
  text: `${name} ${(milliseconds / 1000).toFixed(1)} s`,
})

/** `memory at the end 181 MB`. */
export const megabytes = (name: string, bytes: number): Fact => ({
  name,
  value: Math.round(bytes / 1_000_000),
  text: `${name} ${formatted(Math.round(bytes / 1_000_000))} MB`,
})

/** `kill: 120 kills, 31,402 acknowledged, 0 lost, seed 7`. */
export const lineOf = (name: string, seed: number, { facts }: Summary): string =>
  `${name}: ${[...facts.map(({ text }) => text), `seed ${seed}`].join(', ')}`

const SHOWN_MAX = 10

/** The first violations of each kind, one in a line. */
export function violationsIn({ violations }: Summary): string[] {
  return [...Map.groupBy(violations, ({ kind }) => kind)].flatMap(([kind, some]) => [
    ...some.slice(0, SHOWN_MAX).map(({ text }) => `  ${kind}: ${text}`),
    ...(some.length > SHOWN_MAX ? [`  ${kind}: and ${formatted(some.length - SHOWN_MAX)} more`] : []),
  ])
}
