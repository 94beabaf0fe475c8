import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Permissions } from '../../src/model/rights.ts'
import { siteFor } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey } from '../support/keys.ts'
import { addRole, signedIn } from '../support/people.ts'
import { createCustomer, createItem, itemBody, leavingAsItWas, read } from '../support/records.ts'
import { type Assistant, connectAssistant, message, post } from './assistant.ts'

onEveryDatabase('A call of an assistant is refused', (kind) => {
  const site = siteFor(kind)
  let item: { id: string; version: number }
  before(async () => {
    item = await createItem(site().kontor, { costPrice: 4711 })
  })
  const withKey = async (more: object) => connectAssistant(site(), await createKey(site().kontor, more))
  const ofRole = async (permissions: Permissions): Promise<Assistant> =>
    connectAssistant(site(), await signedIn(site().kontor, await addRole(site().kontor.engine, permissions)))

  test('with the error that the API answers with, and nothing has happened', async () => {
    const assistant = await withKey({ scopes: ['read'] })
    const values = itemBody()
    const error = await leavingAsItWas(site().kontor, 'items', () =>
      assistant.refused('create_record', { resource: 'items', values }),
    )
    assert.equal(error.code, 'INSUFFICIENT_SCOPE')
    assert.deepEqual(error.details, [{ field: 'scope', message: 'write' }])
    assert.match(error.requestId, /^[\w-]{8,}$/)
  })

  test('where the role lacks the right, and the audit log tells it', async () => {
    const assistant = await ofRole({ items: { can: ['read'] } })
    const given = { resource: 'items', id: item.id, values: { itemName: 'x' } }
    const { code, requestId } = await assistant.refused('update_record', given)
    assert.equal(code, 'FORBIDDEN')
    const [entry] = await read(site().kontor, `/audit-log?requestId=${requestId}`)
    assert.deepEqual(
      [entry.action, entry.operation, entry.resource, entry.recordId],
      ['refused', 'mcp:items.update', 'items', item.id],
    )
    assert.equal((await assistant.refused('list_records', { resource: 'customers' })).code, 'FORBIDDEN')
  })

  test('where the key is narrowed to other resources', async () => {
    const assistant = await withKey({ scopes: ['read'], resources: { customers: ['read'] } })
    const { code } = await assistant.refused('read_record', { resource: 'items', id: item.id })
    assert.equal(code, 'INSUFFICIENT_SCOPE')
    assert.deepEqual((await assistant.use('search', { q: 'anvil' })).hits, [])
  })

  test('for an unknown resource, action, report, argument or field, with what there is instead', async () => {
    const assistant = await withKey({ scopes: ['read', 'write'] })
    const unknown = await assistant.refused('list_records', { resource: 'gadgets' })
    assert.equal(unknown.code, 'VALIDATION_ERROR')
    assert.match(unknown.details[0].message, /^Resource must be one of items, /)
    const action = await assistant.refused('run_action', { resource: 'invoices', action: 'run' })
    assert.deepEqual([action.code, action.details[0].field], ['INVALID_PARAMETER', 'action'])
    const report = await assistant.refused('run_report', { report: 'weather' })
    assert.equal(report.details[0].field, 'report')
    const parameter = await assistant.refused('run_report', { report: 'sales', parameters: { form: '2026-01-01' } })
    assert.match(parameter.message, /Did you mean "from"/)
    const argument = await assistant.refused('list_records', { resource: 'items', filter: {} })
    assert.match(argument.details[0].message, /Did you mean "filters"/)
    const field = await assistant.refused('list_records', { resource: 'items', filters: { itemcode: 'x' } })
    assert.equal(field.code, 'INVALID_FILTER')
    for (const name of ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']) {
      assert.equal((await assistant.refused('list_records', { resource: name })).code, 'VALIDATION_ERROR')
      assert.equal((await assistant.refused('list_records', { resource: 'items', [name]: 1 })).code, 'VALIDATION_ERROR')
      const filtered = { resource: 'items', filters: { [name]: 'x' } }
      assert.equal((await assistant.refused('list_records', filtered)).code, 'INVALID_FILTER')
      assert.equal((await assistant.refused('list_records', { resource: 'items', sort: name })).code, 'INVALID_SORT')
      const values = itemBody({ [name]: 'x' })
      assert.equal((await assistant.refused('create_record', { resource: 'items', values })).code, 'VALIDATION_ERROR')
      assert.equal((await assistant.refused('run_report', { report: name })).details[0].field, 'report')
    }
    const described = await assistant.refused('describe_resource', { resource: 'gadgets' })
    assert.equal(described.code, 'VALIDATION_ERROR')
  })

  test('for values that are not valid, all of them at once', async () => {
    const assistant = await withKey({ scopes: ['read', 'write', 'delete'] })
    const values = { itemCode: '', sellingPrice: -1, colour: 'red' }
    const error = await assistant.refused('create_record', { resource: 'items', values })
    assert.equal(error.code, 'VALIDATION_ERROR')
    const fields = error.details.map(({ field }: { field: string }) => field).sort()
    assert.deepEqual(fields, ['colour', 'itemCode', 'itemName', 'sellingPrice'])
    for (const bad of [7, 'x', [{}], true]) {
      const { details } = await assistant.refused('create_record', { resource: 'items', values: bad })
      assert.deepEqual(details, [{ field: 'values', message: 'Values must be an object.' }])
    }
    const { details } = await assistant.refused('read_record', { resource: 'items' })
    assert.deepEqual(details, [{ field: 'id', message: 'Id is required.' }])
    for (const id of ['none', '../customers', 'a/b'])
      assert.equal((await assistant.refused('read_record', { resource: 'items', id })).code, 'NOT_FOUND')
    const search = await assistant.refused('list_records', { resource: 'items', filters: { itemName: 'a\u0000b' } })
    assert.equal(search.code, 'INVALID_PARAMETER')
  })

  test('where the record has changed since it was read', async () => {
    const assistant = await withKey({ scopes: ['read', 'write', 'delete'] })
    const given = { resource: 'items', id: item.id, ifVersion: item.version + 5 }
    const update = await assistant.refused('update_record', { ...given, values: { itemName: 'x' } })
    assert.equal(update.code, 'VERSION_MISMATCH')
    assert.equal((await assistant.refused('delete_record', given)).code, 'VERSION_MISMATCH')
  })

  test('for a field that the role does not see: neither told, nor shown, nor filtered by, nor set', async () => {
    const assistant = await ofRole({ items: { can: ['read', 'create', 'update'], hidden: ['costPrice'] } })
    const told = await assistant.use('describe_resource', { resource: 'items' })
    const { record } = await assistant.use('read_record', { resource: 'items', id: item.id })
    const { records } = await assistant.use('list_records', { resource: 'items' })
    const history = await assistant.use('read_history', { resource: 'items', id: item.id })
    for (const seen of [told, record, records, history]) assert.doesNotMatch(JSON.stringify(seen), /costPrice|4711/)
    const refused = [
      await assistant.refused('list_records', { resource: 'items', filters: { costPrice: 4711 } }),
      await assistant.refused('list_records', { resource: 'items', sort: 'costPrice' }),
      await assistant.refused('list_records', { resource: 'items', fields: ['costPrice'] }),
      await assistant.refused('read_record', { resource: 'items', id: item.id, fields: ['costPrice'] }),
      await assistant.refused('update_record', { resource: 'items', id: item.id, values: { costPrice: 1 } }),
      await assistant.refused('create_record', { resource: 'items', values: { ...itemBody(), costPrice: 1 } }),
    ]
    for (const { code } of refused) assert.equal(code, 'FIELD_NOT_PERMITTED')
  })

  test('never for a history because of a part that its audit log hides: the history leaves that part out', async () => {
    const assistant = await ofRole({ items: { can: ['read'] }, 'audit-log': { can: [], hidden: ['actorName'] } })
    const { records } = await assistant.use('read_history', { resource: 'items', id: item.id })
    assert.ok(records.length > 0)
    for (const entry of records) assert.deepEqual(['action' in entry, 'actorName' in entry], [true, false])
  })

  test('for records of others, where the role sees only its own', async () => {
    const { id } = await createCustomer(site().kontor, { name: 'Of the administrator' })
    const assistant = await ofRole({ customers: { can: ['read', 'create'], own: true } })
    assert.equal((await assistant.refused('read_record', { resource: 'customers', id })).code, 'NOT_FOUND')
    assert.deepEqual((await assistant.use('list_records', { resource: 'customers' })).records, [])
    assert.deepEqual((await assistant.use('search', { q: 'administrator' })).hits, [])
  })

  test('by the protocol, where there is no such tool or method', async () => {
    const { client } = await withKey({ scopes: ['read'] })
    await assert.rejects(client.callTool({ name: 'drop_tables' }), /-32602: There is no tool "drop_tables"/)
    await assert.rejects(client.listPrompts(), /-32601: Method not found/)
  })

  test('in the language that the client asks for', async () => {
    const key = await createKey(site().kontor, { scopes: ['read', 'write'] })
    const create = message('create_record', { resource: 'items', values: 7 })
    const { body } = await post(site(), key, create, { 'accept-language': 'de' })
    const { details } = body.result.structuredContent.error
    assert.match(details[0].message, /muss ein Objekt sein\.$/)
  })
})
