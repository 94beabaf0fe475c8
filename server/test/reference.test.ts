import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fieldsPage, withTables } from '../../scripts/reference.ts'
import { OPERATORS } from '../src/core/lists/list-query.ts'

const STALE = 'is stale: run "npm run openapi" and look at the difference'
const kept = (path: string) => readFileSync(join(import.meta.dirname, '../../docs', path), 'utf8')

test('the reference of fields says what the declarations say', () => {
  assert.ok(kept('fields.md') === fieldsPage(), `docs/fields.md ${STALE}`)
})

test('the tables of codes and limits say what the declarations say', () => {
  const page = kept('api.md')
  for (const name of ['codes', 'limits']) assert.ok(page.includes(`<!-- table: ${name} -->`), name)
  assert.ok(page === withTables(page), `docs/api.md ${STALE}`)
})

test('the table of operators names all of them', () => {
  const [, rows] = /\| operator \| meaning \|\n(.*?)\n\n/s.exec(kept('api.md')) ?? []
  const named = [...rows!.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell]) => cell!.match(/`\w+`/g) ?? [])
  assert.deepEqual(named.sort(), OPERATORS.map((operator) => `\`${operator}\``).sort())
})

test('a table that is not known is refused', () => {
  assert.throws(() => withTables('<!-- table: prices -->\n<!-- end of table -->'), /no table "prices"/)
})
