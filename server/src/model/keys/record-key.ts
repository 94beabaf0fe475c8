import type { ScalarField } from '../kinds/field-kind.ts'
import { externalId } from '../kinds/structures/external-ids.ts'
import { onceFor } from '../memo.ts'
import { type Resource, scalarsOf } from '../resource.ts'
import { foldCase } from '../text.ts'
import { isConcealed } from '../traits.ts'
import { EXTERNAL_IDS, pathOfSystem, systemIn } from './external-ids.ts'

/** A value of a field that identifies one record: `itemCode`, `externalIds.shop`. */
export interface RecordKey {
  readonly field: string
  readonly value: string
}

/** The unique fields that clients may know, by path. */
export const uniqueFieldsOf = onceFor(
  (resource: Resource): ReadonlyMap<string, ScalarField> =>
    new Map([...scalarsOf(resource.fields)].filter(([, field]) => field.options.unique && !isConcealed(field))),
)

const hasExternalIds = ({ fields }: Resource): boolean => Object.hasOwn(fields, EXTERNAL_IDS)

/** The field at a path, if its values identify records of the resource. */
export const keyFieldAt = (resource: Resource, path: string): ScalarField | undefined =>
  hasExternalIds(resource) && systemIn(path) !== undefined ? externalId : uniqueFieldsOf(resource).get(path)

/** As messages and documentation name them; of other systems there may be any. */
export const keyNamesOf = (resource: Resource): string[] => [
  ...uniqueFieldsOf(resource).keys(),
  ...(hasExternalIds(resource) ? [pathOfSystem('<system>')] : []),
]

/** Whether a value names the same record: case does not matter in a unique field, but in the ids of other systems. */
export function isSameKey({ field, value }: RecordKey, other: unknown): boolean {
  if (typeof other !== 'string') return false
  return systemIn(field) === undefined ? foldCase(other.trim()) === foldCase(value) : other.trim() === value
}
