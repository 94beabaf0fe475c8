import type { Field, Row } from '../../../api/resources.ts'
import { isSame, type Values } from '../../../screens/form/form-values.ts'
import { inputOf, isBlank, type Line, lineFrom, newLine, turned } from '../lines/lines.ts'

/** A document while it is being written. */
export interface Draft {
  /** All but its lines, by name. */
  readonly values: Values
  readonly lines: readonly Line[]
}

export const draftFrom = (row: Row, names: readonly string[]): Draft => ({
  values: Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
  lines: ((row.items ?? []) as readonly Row[]).map((line) => lineFrom(line)),
})

/** A copy of a document, for another order, whose prices include tax or not. */
export function copyFrom(row: Row, names: readonly string[], fresh: Values, isGross: boolean): Draft {
  const lines = ((row.items ?? []) as readonly Row[]).map((line) => lineFrom(line, true))
  const wasGross = row.pricesIncludeTax === true
  return {
    values: { ...draftFrom(row, names).values, ...fresh },
    lines: wasGross === isGross ? lines : lines.map((line) => turned(line, wasGross)),
  }
}

/** Empty lines are removed, so that the server's line numbers match those on the screen. */
export function trimmed(draft: Draft): Draft {
  const lines = draft.lines.filter((line) => !isBlank(line))
  return { ...draft, lines: lines.length > 0 ? lines : [draft.lines[0] ?? newLine()] }
}

/** The body of a new document; the server fills empty fields. */
export const inputFor = ({ values, lines }: Draft, parts: readonly Field[]): Values => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
  items: inputOf(lines, parts),
})

/** Only changed fields are sent, so that two users who change different fields do not undo each other. */
export function changesOf(before: Draft, after: Draft, parts: readonly Field[]): Values {
  const values = Object.entries(after.values).filter(([name, value]) => !isSame(value, before.values[name]))
  const [old, items] = [inputOf(before.lines, parts), inputOf(after.lines, parts)]
  return { ...Object.fromEntries(values), ...(!isSame(old, items) && { items }) }
}
