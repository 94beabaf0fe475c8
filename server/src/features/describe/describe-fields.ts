import { covers } from '../../core/access.ts'
import { filterableOf, sortableOf } from '../../core/lists/parse-list.ts'
import type { DescribedField } from '../../model/description.ts'
import type { Field, Fields } from '../../model/fields.ts'
import { isWritable } from '../../model/input.ts'
import { entryOf } from '../../model/kinds/field-kind.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { tonesOf } from '../../model/stage.ts'
import { isMandatory, isNullable, isReceived } from '../../model/traits.ts'

/** Every field of a record in the order in which it is shown, without hidden ones. */
export const describeFields = (resource: Resource, permission: Permission): DescribedField[] =>
  describing(permission, filterableOf(resource), sortableOf(resource))(fieldsOf(resource))

/** The fields of a body that is no record, without hidden ones. */
export const describeInput = (fields: Fields, permission: Permission): DescribedField[] =>
  describing(permission, new Map(), [])(fields)

function describing(permission: Permission, filterable: ReadonlyMap<string, Field>, sortable: readonly string[]) {
  const describeAll = (fields: Fields, prefix = ''): DescribedField[] =>
    Object.entries(fields)
      .filter(([name, field]) => isSeen(field) && !covers(permission.hidden, prefix + name))
      .map(([name, field]) => describe(name, field, prefix + name))

  function describe(name: string, field: Field, path: string): DescribedField {
    const { kind, options } = field
    const { description, choices, stages, alsoFilter, target, format } = options
    const tones = tonesOf(options)
    return {
      name,
      kind: kind.name as DescribedField['kind'], // the type lists the shipped kinds, which the web interface can draw
      isRequired: isMandatory(field),
      isReadOnly: !isWritable(field) || covers(permission.readOnly, path),
      isNullable: isNullable(field),
      isSortable: sortable.includes(path),
      isFilterable: filterable.has(path),
      ...traitsOf(field),
      ...(description && { description }),
      ...(options.deprecated && { deprecated: options.deprecated }),
      ...valuesOf(field),
      ...(choices && { choices }),
      ...(stages && { stages }),
      ...(Object.keys(tones).length > 0 && { tones }),
      ...(alsoFilter && { alsoFilter }),
      ...(target && { target }),
      ...(format && { format }),
      ...boundsOf(field),
      ...(options.of && { of: describe(name, entryOf(options.of), `${path}[]`) }),
      ...(options.fields && { fields: describeAll(options.fields, `${path}.`) }),
    }
  }

  return (fields: Fields) => describeAll(fields)
}

const isSeen = (field: Field): boolean => isReceived(field) || isWritable(field)

const traitsOf = (field: Field): Partial<DescribedField> => ({
  ...(!isReceived(field) && { isWriteOnly: true }),
  ...(field.options.shownOnce && { isShownOnce: true }),
  ...(field.options.unique && { isUnique: true }),
  ...(field.options.computed && { isComputed: true }),
  ...(field.options.counted && { isCounted: true }),
  ...(field.options.summed && { isSummed: true }),
  ...(field.options.search && { isSearched: true }),
})

/** Groups are described part by part: as a whole they would reveal hidden parts. */
function valuesOf({ options }: Field): Pick<DescribedField, 'example' | 'default'> {
  const { example, default: value } = options
  if (options.fields) return {}
  return { ...(example !== undefined && { example }), ...(value !== undefined && { default: value }) }
}

function boundsOf({ kind, options }: Field): Pick<DescribedField, 'min' | 'max'> {
  const { min, max } = { ...kind.bounds, ...options }
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}
