import { integer, text } from '../../../model/fields.ts'
import { defineResource } from '../../../model/resource.ts'

/** Numbers that were left out on purpose, so that they are not taken for lost ones. */
export const numberJumps = defineResource({
  name: 'number-jumps',
  singular: 'number jump',
  idPrefix: 'njp',
  title: 'series',
  description: 'Where a series of numbers was continued at a higher number.',
  internal: true,
  fields: {
    series: text({ required: true, max: 200 }),
    /** The number that would have been next, and the one that was. */
    from: integer({ required: true }),
    to: integer({ required: true }),
  },
})
