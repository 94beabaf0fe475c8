import { group, integer, lines, text } from '../../src/model/fields.ts'
import { defineResource } from '../../src/model/resource.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { generatedMigration } from './generated-migration.ts'

export const OLD_WORD = { since: '2026-01-31', sunset: '2027-02-28', link: 'https://example.com/word' }
export const OLD_PART = { since: '2026-03-01', link: '/docs#part' }
export const OLD_LINE = { since: '2026-04-01', link: '/docs#line' }
export const OLD_BULK = { since: '2025-12-31', sunset: '2026-12-31', link: 'https://example.com/bulk' }

/** Has deprecated fields at every depth, and a deprecated operation. */
export const relics = defineResource({
  name: 'relics',
  singular: 'relic',
  idPrefix: 'rlc',
  title: 'name',
  description: 'Made up for the tests.',
  deprecatedActions: { bulk: OLD_BULK, delete: OLD_BULK },
  fields: {
    name: text({ required: true, example: 'Amphora' }),
    word: text({ deprecated: OLD_WORD, indexed: true, description: 'What it was called.', example: 'Jug' }),
    box: group({ label: text(), size: integer({ deprecated: OLD_PART }) }),
    pieces: lines({ name: text({ required: true }), weight: integer({ deprecated: OLD_LINE }) }),
  },
})

export const { migration: relicsMigration } = await generatedMigration('9001-relics', [...catalog, relics])
