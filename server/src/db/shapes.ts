import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Bounded } from '../model/memo.ts'

const KEPT_MAX = 2000
/** More rows in one statement gain nothing. A power of two, to be halved for what is left over. */
const PIECE_MAX = 64

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
  /** Under which the database keeps it prepared. */
  readonly name: string
}

interface Compiled {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Building and compiling a statement costs far more than running it, and few of them differ in more than their values. So
 * each shape is built once, with holes, and its holes are filled after that.
 */
export class Shapes {
  readonly #templates = new Bounded<Template>(KEPT_MAX)

  /** `shape` must tell apart everything that `build` depends on, except the values. */
  fill(
    shape: string,
    values: readonly unknown[],
    build: (hole: (index: number) => Hole) => { compile(): Compiled },
  ): Template {
    const template = this.#templates.get(shape) ?? this.#templates.keep(shape, compiled(build))
    const parameters = template.parameters.map((part) => (part instanceof Slot ? values[part.index] : part))
    return { ...template, parameters }
  }
}

function compiled(build: (hole: (index: number) => Hole) => { compile(): Compiled }): Template {
  const { sql: text, parameters } = build((index) => sql`${new Slot(index)}`).compile()
  return { sql: text, parameters, name: hash('sha1', text) }
}

/**
 * Of a list of any length, few shapes come about: it is filled up to the next power of two with what it has already,
 * which changes nothing where it is asked what is among them.
 */
export function filledUp<T>(values: readonly T[]): readonly T[] {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return length === values.length ? values : [...values, ...new Array<T>(length - values.length).fill(values[0]!)]
}

/** A list in pieces that one statement takes: of any number of rows, few shapes come about. */
export function* piecesOf<T>(values: readonly T[]): Generator<T[]> {
  for (let start = 0, length = PIECE_MAX; start < values.length; start += length) {
    while (length > values.length - start) length /= 2
    yield values.slice(start, start + length)
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
