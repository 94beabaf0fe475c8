import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../model/fields.ts'
import type { Examples } from './examples.ts'
import type { Part } from './names.ts'

type Section = 'examples' | 'headers' | 'parameters' | 'responses' | 'schemas'

/** Collects the parts that operations share: each is written once, and operations refer to it. */
export interface Components {
  /** A reference to the part, or to an equal one. It is added under the first name that is free. */
  share(section: Section, part: Part, ...names: readonly string[]): Part
  /** A reference to the part of this name, which is made if there is none yet. */
  once(section: Section, name: string, make: () => Part): Part
  /** Whether the records of this resource are described here. */
  describes(resource: string): boolean
  all(): Part
}

/** What every part of the document is written with. */
export interface Writer {
  readonly examples: Examples
  readonly components: Components
  /** The names of the responses for sets of error codes. */
  readonly codeSets: Map<string, string>
  /** The names of what several operations answer alike, by its declaration. */
  readonly outputs: Map<Field, string>
}

export function createComponents(described: ReadonlySet<string>): Components {
  const sections = new Map<Section, Map<string, Part>>()
  const partsOf = (section: Section) => sections.getOrInsertComputed(section, () => new Map())
  const refTo = (section: Section, name: string): Part => ({ $ref: `#/components/${section}/${name}` })
  return {
    share(section, part, ...names) {
      const parts = partsOf(section)
      const equal = [...parts].find(([, other]) => isDeepStrictEqual(other, part))
      const name = equal?.[0] ?? names.find((candidate) => !parts.has(candidate))
      if (!name) throw new Error(`Different ${section} of the OpenAPI document are called ${names.join(' and ')}.`)
      parts.set(name, part)
      return refTo(section, name)
    },
    once(section, name, make) {
      const parts = partsOf(section)
      if (!parts.has(name)) parts.set(name, make())
      return refTo(section, name)
    },
    describes: (resource) => described.has(resource),
    // In alphabetical order, so that a new part moves no other.
    all: () => Object.fromEntries([...sections].sort(byName).map(([section, parts]) => [section, sorted(parts)])),
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
const sorted = (parts: ReadonlyMap<string, Part>): Part => Object.fromEntries([...parts].sort(byName))
