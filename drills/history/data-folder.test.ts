import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { RESOURCES } from './content.ts'
import { missingIn, staleIn, surplusIn } from './data-folder.ts'
import { History } from './history.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-data-'))
after(() => rmSync(folder, { recursive: true }))

const database = new DatabaseSync(join(folder, 'kontor.db'))
for (const resource of RESOURCES) database.exec(`create table "${resource}" ("id" text, "version" integer)`)
database.exec(`create table "audit-log" ("requestId", "action", "resource", "recordId", "recordVersion");
  insert into "audit-log" values ('drill-000000.1', 'create', 'items', 'itm_1', 1), ('drill-000001.2', 'update', 'items', 'itm_1', 2),
    (null, 'create', 'items', 'itm_2', 1), (null, 'delete', 'items', 'itm_2', 2), ('drill-000002.1', 'refused', 'items', null, null);
  insert into "items" values ('itm_1', 2)`)
database.close()

const history = new History()
const [first, second, third] = ['POST', 'PUT', 'DELETE'].map((method) => ({
  ...history.invoke({ method: method as 'POST', path: '/items', creates: 1 }),
  attempts: 2,
}))
const written = [{ resource: 'items', id: 'itm_1', version: 2, lines: 0, digest: '' }]

test('an acknowledged write is in a data folder if its versions or one of its attempts are in the audit log', () => {
  assert.deepEqual(missingIn(folder, [first!, second!, { ...third!, written }]), [])
  assert.deepEqual(missingIn(folder, [third!, { ...first!, written: [{ ...written[0]!, version: 3 }] }]).length, 2)
})

test('a write that must not be there is found by its attempts, refusals left aside', () => {
  assert.deepEqual(surplusIn(folder, [first!, second!, third!]), [first, second])
})

test('a record that differs from its last audit entry is found, and so is one that is gone or was deleted', () => {
  assert.deepEqual(staleIn(folder), [])
  const change = new DatabaseSync(join(folder, 'kontor.db'))
  for (const [statement, ids] of [
    [`update "items" set "version" = 1`, ['itm_1']],
    [`insert into "items" values ('itm_2', 2), ('itm_3', 1)`, ['itm_1', 'itm_2', 'itm_3']],
    [`delete from "items"`, ['itm_1']],
  ] as const) {
    change.exec(statement)
    assert.deepEqual(staleIn(folder).sort(), ids)
  }
  change.close()
})
