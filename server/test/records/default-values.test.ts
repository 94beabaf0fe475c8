import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, create, createItem, read } from '../support/records.ts'

onEveryDatabase('What new records begin with', (kind) => {
  const kontor = kontorFor(kind)
  const set = (defaults: object) => kontor().put('/settings', { defaults })
  let number = 0
  const item = (more: object = {}) =>
    create(kontor(), '/items', { itemCode: `DEFAULT-${++number}`, itemName: 'Bolt', ...more })

  beforeEach(async () => {
    assert.equal((await set({ taxRate: null, uom: null, paymentTerms: null })).status, 200)
  })

  test('is the declared default while the settings say nothing', async () => {
    const { uom, taxRate } = await item()
    assert.deepEqual([uom, taxRate], ['Nos', 0])
    assert.equal((await create(kontor(), '/customers', { name: 'First' })).paymentTerms, null)
  })

  test('comes from the settings where the client leaves the field out, and from the client otherwise', async () => {
    await set({ taxRate: 19, uom: 'kg', paymentTerms: 'Net 14' })
    assert.deepEqual((({ uom, taxRate }) => [uom, taxRate])(await item()), ['kg', 19])
    assert.deepEqual((({ uom, taxRate }) => [uom, taxRate])(await item({ uom: 'm', taxRate: 0 })), ['m', 0])
    assert.equal((await create(kontor(), '/customers', { name: 'Second' })).paymentTerms, 'Net 14')
    assert.equal((await create(kontor(), '/customers', { name: 'Third', paymentTerms: null })).paymentTerms, null)
  })

  test('holds for imports, and changes no record that is there already', async () => {
    const before = await createItem(kontor(), { uom: 'm' })
    await set({ uom: 'kg' })
    assert.equal((await kontor().put(`/items/${before.id}`, { itemName: 'Renamed' })).body.data.uom, 'm')
    const csv = 'itemCode,itemName\nDEFAULT-IMPORT,Imported\n'
    const { id } = await create(kontor(), '/imports', { resource: 'items', csv, dryRun: false })
    while ((await read(kontor(), `/imports/${id}`)).status === 'running');
    const [imported] = (await kontor().get('/items?itemCode=DEFAULT-IMPORT')).body.data
    assert.equal(imported.uom, 'kg')
  })

  test('is told to every signed-in user, so that forms can begin with it', async () => {
    await set({ taxRate: 7, uom: 'kg', paymentTerms: 'Net 30' })
    const { company } = (await kontor().get('/auth/me')).body.data
    assert.deepEqual(company.defaults, { taxRate: 7, uom: 'kg', paymentTerms: 'Net 30' })
  })

  test('is refused where no due date follows from the terms, or the rate is none', async () => {
    assertInvalid(await set({ paymentTerms: 'payable soon' }), 'defaults.paymentTerms')
    assertInvalid(await set({ taxRate: 101 }), 'defaults.taxRate')
  })
})
