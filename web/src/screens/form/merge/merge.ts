import type { Field } from '../../../api/resources.ts'
import { isSame, type Values } from '../form-values.ts'
import { mergedOrder } from './line-order.ts'
import type { Line, Versions } from './versions.ts'

export type Side = 'mine' | 'theirs'
/** Which side is taken where both changed the same, by path. */
export type Choices = Readonly<Record<string, Side>>

/** Both users changed the same field to different values, or one changed a line that the other removed. */
export interface Collision {
  /** `notes`, `address.city`, `items.lin_1.quantity`; of a removed line `items.lin_1`. */
  readonly path: string
  readonly field: Field
  /** Undefined: this user removed the line. */
  readonly mine: unknown
  readonly theirs: unknown
  /** The line that it is part of, or that was removed. */
  readonly line?: Line
}

export interface Merged {
  readonly values: Values
  readonly collisions: readonly Collision[]
  /** The fields in which something of the other user came in. */
  readonly incoming: readonly string[]
}

/** Merges field by field, groups part by part, lines by their id and part by part. Without a choice, mine is taken. */
export function merge(fields: readonly Field[], versions: Versions<Values>, choices: Choices = {}): Merged {
  const merger = new Merger(choices)
  const values = merger.parts(fields, versions, '')
  return { values, collisions: merger.collisions, incoming: [...merger.incoming] }
}

class Merger {
  readonly collisions: Collision[] = []
  readonly incoming = new Set<string>()
  readonly #choices: Choices

  constructor(choices: Choices) {
    this.#choices = choices
  }

  parts(parts: readonly Field[], { base, mine, theirs }: Versions<Values>, prefix: string, line?: Line): Values {
    const merged = parts.map((field) => {
      const { name } = field
      const part = { base: base[name], mine: mine[name], theirs: theirs[name] }
      return [name, this.#value(field, part, prefix + name, line)] as const
    })
    return { ...theirs, ...Object.fromEntries(merged) }
  }

  #value(field: Field, { base, mine, theirs }: Versions<unknown>, path: string, line?: Line): unknown {
    if (isSame(mine, theirs) || isSame(theirs, base)) return mine
    if (isSame(mine, base)) return this.#come(path, theirs)
    if (field.kind === 'group')
      return this.#group(field, { base: valuesIn(base), mine: valuesIn(mine), theirs: valuesIn(theirs) }, path)
    if (field.kind === 'lines')
      return this.#lines(field, { base: linesIn(base), mine: linesIn(mine), theirs: linesIn(theirs) }, path)
    return this.#collide({ path, field, mine, theirs, ...(line && { line }) })
  }

  #group(field: Field, versions: Versions<Values>, path: string): Values | null {
    const group = this.parts(field.fields ?? [], versions, `${path}.`)
    return Object.values(group).every((value) => value === null || value === undefined) ? null : group
  }

  #lines(field: Field, { base, mine, theirs }: Versions<readonly Line[]>, path: string): readonly Line[] {
    const parts = (field.fields ?? []).filter(({ isReadOnly, isComputed }) => !isReadOnly && !isComputed)
    const find = (lines: readonly Line[], id: string) => lines.find((line) => line.id === id)
    const isChanged = (line: Line, before: Line) => parts.some(({ name }) => !isSame(line[name], before[name]))
    const kept = new Map<string, Line>()

    for (const id of new Set([...base, ...mine, ...theirs].flatMap((line) => line.id ?? []))) {
      const [before, my, their] = [find(base, id), find(mine, id), find(theirs, id)]
      const at = `${path}.${id}`
      if (my && their) {
        kept.set(id, this.parts(parts, { base: before ?? {}, mine: my, theirs: their }, `${at}.`, my))
        continue
      }
      const left = my ?? their
      if (!left) continue
      if (!before) {
        kept.set(id, their ? this.#come(at, their) : left)
      } else if (isChanged(left, before)) {
        if (this.#collide({ path: at, field, mine: my, theirs: their, line: left })) kept.set(id, left)
      } else if (my) this.#come(at, undefined) // the other user removed it, and I had left it as it was
    }
    return mergedOrder({ base, mine, theirs }, kept)
  }

  #come<T>(path: string, value: T): T {
    this.incoming.add(path.split('.')[0]!)
    return value
  }

  #collide(collision: Collision): unknown {
    this.collisions.push(collision)
    const side = this.#choices[collision.path] ?? 'mine'
    return side === 'theirs' ? this.#come(collision.path, collision.theirs) : collision.mine
  }
}

const valuesIn = (value: unknown) => (value ?? {}) as Values
const linesIn = (value: unknown) => (value ?? []) as readonly Line[]
