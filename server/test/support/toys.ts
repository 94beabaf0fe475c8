import { type Migration, optional, required } from '../../src/db/schema-change.ts'
import { choice, date, flag, group, lines, list, money, quantity, ref, text } from '../../src/model/fields.ts'
import { defineResource } from '../../src/model/resource.ts'

/** A resource that uses every kind of field: what one declaration and one migration are enough for. */
export const toys = defineResource({
  name: 'toys',
  singular: 'toy',
  idPrefix: 'toy',
  title: 'name',
  description: 'Made up for the tests.',
  fields: {
    name: text({ required: true, unique: true, search: true, max: 50, example: 'Teddy' }),
    colour: choice(['red', 'blue', 'green'], { counted: true, default: 'red' }),
    status: choice(['new', 'worn', 'broken'], { counted: true, default: 'new' }),
    price: money({ min: 0, indexed: true, example: 9.95 }),
    boughtOn: date({ indexed: true, example: '2026-01-31' }),
    isLoved: flag({ default: false }),
    owner: ref('customers', { indexed: true }),
    box: group({ width: quantity({ min: 0 }), label: text({ max: 20 }) }),
    tags: list(text({ max: 20 }), { max: 5 }),
    parts: lines(
      {
        part: ref('items', { required: true }),
        quantity: quantity({ required: true, min: 0 }),
        note: text({ max: 100 }),
      },
      { max: 10 },
    ),
  },
})

export const toysMigration: Migration = {
  name: '9001-toys',
  async up(schema) {
    await schema.createRecords(
      'toys',
      {
        name: required.text,
        colour: required.text,
        status: required.text,
        price: optional.decimal,
        boughtOn: optional.text,
        isLoved: required.flag,
        owner: optional.idOf('customers'),
        box_width: optional.decimal,
        box_label: optional.text,
        tags: required.json,
      },
      { unique: ['name'], indexed: ['colour', 'status', 'price', 'boughtOn', 'owner'], searched: true },
    )
    await schema.createLines(
      'toys',
      'parts',
      { part: required.idOf('items'), quantity: required.decimal, note: optional.text },
      ['part'],
    )
  },
}
