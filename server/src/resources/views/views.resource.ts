import { flag, list, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

export const views = defineResource({
  name: 'views',
  singular: 'view',
  idPrefix: 'viw',
  title: 'name',
  description: 'How somebody likes to look at a list: its filters, its order, its columns. Everybody has his own.',
  personal: 'isShared',
  fields: {
    name: text({ required: true, indexed: true, max: 100, example: 'Overdue this month' }),
    resource: text({
      required: true,
      indexed: true,
      max: 60,
      example: 'users',
      description: 'Whose list it is, by its name.',
    }),
    query: text({
      default: '',
      max: 4000,
      example: 'isActive=true&sort=name&order=asc',
      description: 'The query of the list, as it stands in its address after the question mark.',
    }),
    columns: list(text({ max: 100 }), { example: ['name', 'email'], description: 'The fields to show, in order.' }),
    isShared: flag({ default: false, description: 'Others see it too; only its owner changes it.' }),
    isDefault: flag({ default: false, description: 'The one that its owner begins with; only one for each list.' }),
  },
})

export type View = Row<typeof views>
