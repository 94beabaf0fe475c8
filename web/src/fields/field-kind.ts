import type { ComponentType } from 'react'
import type { Field, Row } from '../api/resources.ts'

export interface CellProps {
  readonly field: Field
  readonly value: unknown
  /** The record of the value. */
  readonly row: Row
}

export interface InputProps {
  readonly field: Field
  /** Null: no value. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly label: string
  /** Where the label stands elsewhere, such as over a column: it is spoken, not shown. */
  readonly isBare?: boolean
  readonly description?: string
  readonly error?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly hasFocus?: boolean
  /** The name by which faults find the input. */
  readonly path: string
  /** Faults of what lies inside it, by path. */
  readonly errors?: Readonly<Record<string, string>>
  /** The resource that it belongs to, for the names of its parts. */
  readonly resource: string
  /** All values of the form, for fields that depend on others. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Changes another value of the form, for a choice that others follow from. */
  readonly set?: (name: string, value: unknown) => void
  /** The record is being created. */
  readonly isNew?: boolean
}

/** How the values of a filter are asked for. */
export type FilterStyle = 'text' | 'range' | 'choice' | 'flag' | 'dates' | 'ref'

/** How the interface shows and edits one kind of field. */
export interface FieldKind {
  readonly Cell: ComponentType<CellProps>
  readonly Input: ComponentType<InputProps>
  readonly isNumeric?: true
  /** Takes the whole width of a form or view. */
  readonly isWide?: true
  /** Missing: lists cannot be filtered by it. */
  readonly filter?: FilterStyle
}

const ONE_LINE_MAX = 300

/** Written and read in several lines. */
export const isLongText = ({ kind, max = 0 }: Field): boolean => kind === 'text' && max > ONE_LINE_MAX
