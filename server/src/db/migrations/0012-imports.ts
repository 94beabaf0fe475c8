import { type Migration, optional, required } from '../schema-change.ts'

/** Tables that become records, row by row. */
export const imports: Migration = {
  name: '0012-imports',
  async up(schema) {
    await schema.createRecords(
      'imports',
      {
        resource: required.text,
        mode: required.text,
        mapping: optional.json,
        key: required.json,
        dryRun: required.flag,
        status: required.text,
        delimiter: required.text,
        columns: required.json,
        sample: required.json,
        rowCount: required.integer,
        processed: required.integer,
        created: required.integer,
        updated: required.integer,
        skipped: required.integer,
        failed: required.integer,
        errors: required.json,
        problem: optional.text,
        startedAt: optional.text,
        finishedAt: optional.text,
        attempt: required.integer,
        origin: required.json,
      },
      { indexed: ['resource', 'status'] },
    )
    const common = { import: required.text, expiresAt: required.text }
    const indexed = ['import', 'expiresAt']
    await schema.createRecords('import-rows', { ...common, cells: required.text }, { indexed })
    await schema.createRecords(
      'import-faults',
      { ...common, attempt: required.integer, row: required.integer, cells: required.json, message: required.text },
      { indexed },
    )
  },
}
