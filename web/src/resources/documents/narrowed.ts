import type { Resource } from '../../api/resources.ts'

/** The resource as if nothing but these fields could be written: what is done already keeps its figures. */
export const narrowed = (resource: Resource, names: readonly string[]): Resource => ({
  ...resource,
  fields: resource.fields.map((field) => (names.includes(field.name) ? field : { ...field, isReadOnly: true })),
})
