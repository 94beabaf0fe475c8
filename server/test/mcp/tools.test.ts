import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { promised } from '../access/matrix.ts'
import { siteFor } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { businessNames } from '../support/fixtures.ts'
import { createKey } from '../support/keys.ts'
import { addRole, addUser, signedIn } from '../support/people.ts'
import { createItem } from '../support/records.ts'
import { entries } from '../support/world.ts'
import { type Assistant, connectAssistant, resourcesOf } from './assistant.ts'

const READING = ['search', 'describe_resource', 'list_records', 'read_record', 'read_history', 'run_report']
const WRITING = ['create_record', 'update_record', 'delete_record', 'change_status', 'run_action']

/** The resources with this action for which the role is promised one of these rights. */
const opened = (role: string, action: string, letters: string) =>
  entries
    .filter(({ actions }) => actions.some(({ name }) => name === action))
    .map(({ resource }) => resource.name)
    .filter((name) => [...letters].some((letter) => promised[role]![name]?.includes(letter)))

onEveryDatabase('An assistant is offered tools', (kind) => {
  const site = siteFor(kind)
  before(() => createItem(site().kontor)) // so that the company is not filled with demo data
  const withKey = async (more: object) => connectAssistant(site(), await createKey(site().kontor, more))
  const namesOf = async (assistant: Assistant) => (await assistant.tools()).map(({ name }) => name).sort()
  const ofRole = async (role: string) => connectAssistant(site(), await signedIn(site().kontor, role))

  test('with instructions and the version of Kontor, when it connects', async () => {
    const { client } = await withKey({ scopes: ['read'] })
    assert.equal(client.getServerVersion()?.name, 'kontor')
    assert.match(client.getServerVersion()!.version, /^\d+\.\d+\.\d+/)
    assert.match(client.getInstructions()!, /describe_resource/)
    assert.deepEqual(client.getServerCapabilities(), { tools: {} })
  })

  test('all of them with a key of an administrator, on all resources', async () => {
    const assistant = await withKey({ scopes: ['read', 'write', 'delete', 'admin'] })
    const tools = await assistant.tools()
    assert.deepEqual(await namesOf(assistant), [...READING, ...WRITING].sort())
    const listed = resourcesOf(tools, 'list_records')!
    for (const name of [...businessNames, 'users', 'audit-log']) assert.ok(listed.includes(name), name)
    assert.deepEqual(resourcesOf(tools, 'change_status'), opened('admin', 'status', 'sx'))
    assert.ok(!resourcesOf(tools, 'create_record')!.includes('api-keys'))
    assert.ok(!resourcesOf(tools, 'create_record')!.includes('users'))
  })

  test('that only read, with a key that only reads', async () => {
    const tools = await (await withKey({ scopes: ['read'] })).tools()
    assert.deepEqual(tools.map(({ name }) => name).sort(), READING.toSorted())
    for (const { name, annotations } of tools) assert.equal(annotations?.readOnlyHint, true, name)
  })

  test('on the resources that a key is narrowed to, and no others', async () => {
    const assistant = await withKey({
      scopes: ['read', 'write'],
      resources: { items: ['read', 'write'], customers: ['read'] },
    })
    const tools = await assistant.tools()
    assert.deepEqual(resourcesOf(tools, 'list_records'), ['items', 'customers'])
    assert.deepEqual(resourcesOf(tools, 'create_record'), ['items'])
    assert.deepEqual(resourcesOf(tools, 'update_record'), ['items'])
    assert.equal(resourcesOf(tools, 'delete_record'), undefined)
    assert.equal(resourcesOf(tools, 'change_status'), undefined)
    assert.equal(resourcesOf(tools, 'run_action'), undefined)
  })

  test('as far as the role of the user goes', async () => {
    const sales = await (await ofRole('sales')).tools()
    assert.deepEqual(resourcesOf(sales, 'change_status'), opened('sales', 'status', 'sx'))
    assert.deepEqual(resourcesOf(sales, 'update_record'), opened('sales', 'update', 'u'))
    const accountant = await (await ofRole('accountant')).tools()
    assert.deepEqual(resourcesOf(accountant, 'change_status'), opened('accountant', 'status', 'sx'))
    assert.deepEqual(resourcesOf(accountant, 'run_action'), ['invoices', 'payments', 'imports'])
    const clerk = await addRole(site().kontor.engine, { items: { can: ['read', 'update'] } })
    const { id: owner } = await addUser(site().kontor.engine, clerk, { type: 'service', passwordHash: null })
    const tools = await (await withKey({ scopes: ['read', 'write', 'delete'], owner })).tools()
    assert.deepEqual(resourcesOf(tools, 'read_record')?.slice(0, 1), ['items'])
    assert.ok(!resourcesOf(tools, 'create_record')?.includes('items'))
  })

  test('each with annotations that say whether it destroys something', async () => {
    const tools = await (await withKey({ scopes: ['read', 'write', 'delete'] })).tools()
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    assert.ok(tools.length <= 25)
    for (const name of WRITING) assert.equal(hints[name]?.readOnlyHint, false, name)
    assert.equal(hints.create_record?.destructiveHint, false)
    for (const name of ['update_record', 'delete_record', 'change_status', 'run_action'])
      assert.equal(hints[name]?.destructiveHint, true, name)
    assert.equal(hints.update_record?.idempotentHint, true)
    assert.equal(hints.run_action?.idempotentHint, false)
    for (const { name, description, title, inputSchema } of tools) {
      assert.ok(description && title, name)
      assert.equal(inputSchema.additionalProperties, false, name)
    }
  })

  test('also where the credential can read nothing', async () => {
    const tools = await (await withKey({ scopes: ['write'] })).tools()
    assert.equal(resourcesOf(tools, 'list_records'), undefined)
    assert.ok(resourcesOf(tools, 'create_record')!.includes('items'))
    assert.ok(!JSON.stringify(tools).includes('"enum":[]'))
  })
})
