import type { Field, Resource } from '../../api/resources.ts'
import { FieldCell } from '../../fields/field.tsx'
import type { Labels } from '../../i18n/labels.ts'
import type { ConflictRow } from './conflict-window.tsx'
import { isSame, type Values } from './form-values.ts'

/** What both began with, and what each made of it. */
export interface Versions<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

/** A row for each field that either of the two has touched. */
export function fieldRows(
  { name: resource }: Pick<Resource, 'name'>,
  fields: readonly Field[],
  { base, mine, theirs }: Versions<Values>,
  labels: Labels,
): readonly ConflictRow[] {
  const cell = (field: Field, values: Values) => (
    <FieldCell field={field} value={values[field.name]} row={{ id: '', ...values }} />
  )
  return fields
    .filter(({ name }) => !isSame(mine[name], base[name]) || !isSame(theirs[name], base[name]))
    .map((field) => ({
      key: field.name,
      name: labels.field(resource, field.name),
      mine: cell(field, mine),
      theirs: cell(field, theirs),
    }))
}
