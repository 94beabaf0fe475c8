import { type Migration, optional, required } from '../schema-change.ts'

/** One runner at a time works on an import; imports tell their format, what they ignore and what they change. */
export const importRunners: Migration = {
  name: '0044-imports',
  async up(schema) {
    await schema.addColumn('imports', 'holder', optional.text)
    await schema.addColumn('imports', 'format', required.text, 'csv')
    await schema.addColumn('imports', 'decimalSeparator', optional.text)
    await schema.addColumn('imports', 'ignored', required.json, '[]')
    await schema.addColumn('imports', 'changes', required.json, '[]')
    await schema.addColumn('import-rows', 'repeats', required.json, '[]')
  },
}
