import { flag, list, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

export const views = defineResource({
  name: 'views',
  singular: 'view',
  idPrefix: 'viw',
  title: 'name',
  description: 'Saved list views: filters, order and columns. Each user has separate views.',
  personal: 'isShared',
  fields: {
    name: text({ required: true, indexed: true, max: 100, example: 'Overdue this month' }),
    resource: text({
      required: true,
      isIdentifier: true,
      indexed: true,
      max: 60,
      example: 'users',
      description: 'The name of the resource that the list shows.',
    }),
    query: text({
      default: '',
      max: 4000,
      example: 'isActive=true&sort=name&order=asc',
      description: 'The query of the list, as it stands in its address after the question mark.',
    }),
    columns: list(text({ max: 100 }), { example: ['name', 'email'], description: 'The fields to show, in order.' }),
    isShared: flag({ default: false, description: 'Other users see it too; only its owner can change it.' }),
    isDefault: flag({
      default: false,
      description: 'The list opens with this view; at most one for each list and owner.',
    }),
  },
})

export type View = Row<typeof views>
