import { choice, date, flag, group, lines, list, money, quantity, ref, text } from '../../src/model/fields.ts'
import { defineResource } from '../../src/model/resource.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { generatedMigration } from './generated-migration.ts'

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

/** As `kontor new-migration` writes it from the declaration. */
export const { migration: toysMigration } = await generatedMigration('9001-toys', [...catalog, toys])
