import { type RawBuilder, sql } from 'kysely'

const KEPT_MAX = 2000

/** The place of a value that is filled in later. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a hole stands for a value of any type.
export type Hole = RawBuilder<any>

/** As it is compiled: what belongs where is a slot, or a value that is always the same. */
interface Template {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Building and compiling a statement costs far more than running it, and few of them differ in more than their values. So
 * each shape is built once, with holes, and its holes are filled after that.
 */
export class Shapes {
  readonly #templates = new Map<string, Template>()

  /** `shape` must tell apart everything that `build` depends on, except the values. */
  fill(
    shape: string,
    values: readonly unknown[],
    build: (hole: (index: number) => Hole) => { compile(): Template },
  ): Template {
    const template = this.#templates.get(shape) ?? this.#keep(shape, build)
    const parameters = template.parameters.map((part) => (part instanceof Slot ? values[part.index] : part))
    return { sql: template.sql, parameters }
  }

  #keep(shape: string, build: (hole: (index: number) => Hole) => { compile(): Template }): Template {
    const { sql: text, parameters } = build((index) => sql`${new Slot(index)}`).compile()
    const template = { sql: text, parameters }
    if (this.#templates.size >= KEPT_MAX) this.#templates.delete(this.#templates.keys().next().value!)
    this.#templates.set(shape, template)
    return template
  }
}

/** Holes for so many values, beginning at an index. */
export const holes = (hole: (index: number) => Hole, count: number, from = 0): Hole[] =>
  Array.from({ length: count }, (_, index) => hole(from + index))

/** Rows of holes for an insert of many rows: their values follow each other, row by row. */
export const rowsOfHoles = (
  hole: (index: number) => Hole,
  columns: readonly string[],
  count: number,
): { [column: string]: Hole }[] =>
  Array.from({ length: count }, (_, row) =>
    Object.fromEntries(columns.map((column, index) => [column, hole(row * columns.length + index)])),
  )
