import type { DescribedField, Description } from '../../model/description.ts'

/**
 * For programs that draw forms and lists from it: without what is false, what follows from the fields, and what only people read.
 * What helps to enter a field stays.
 */
export const briefly = ({ fields, actions, ...rest }: Description): Description => ({
  ...rest,
  fields: fields.map(briefField),
  filters: {},
  actions: actions.map((action) => ({ ...action, summary: '' })),
})

function briefField({ of, fields, ...field }: DescribedField): DescribedField {
  const isTold = ([name, value]: [string, unknown]) =>
    name === 'default' || (value !== false && !(field.isReadOnly && READ.includes(name)))
  return {
    ...(Object.fromEntries(Object.entries(field).filter(isTold)) as unknown as DescribedField),
    ...(of && { of: briefField(of) }),
    ...(fields && { fields: fields.map(briefField) }),
  }
}

const READ = ['description', 'example']
