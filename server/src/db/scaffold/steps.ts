import type { ColumnSpec } from '../schema-change.ts'
import { type Code, quoted } from './code.ts'

/** A call of a migration, or what its author has to decide. */
export type Step = Call | { readonly note: string }

export interface Call {
  /** A method of `SchemaChange`. */
  readonly word: string
  readonly args: readonly Code[]
}

export const call = (word: string, ...names: readonly string[]): Step => ({ word, args: names.map(quoted) })

export const note = (text: string): Step => ({ note: text })

/** As a migration writes it, such as `required.text`. */
export function codeOf({ storage, isRequired, references }: ColumnSpec): string {
  const need = isRequired ? 'required' : 'optional'
  return references === undefined ? `${need}.${storage}` : `${need}.idOf(${quoted(references)})`
}

export const addColumn = (table: string, column: string, spec: ColumnSpec, ...value: readonly string[]): Step => ({
  word: 'addColumn',
  args: [quoted(table), quoted(column), codeOf(spec), ...value],
})
