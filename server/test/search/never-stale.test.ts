import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { assertInvalid, createCustomer, createItem, itemBody } from '../support/records.ts'
import { createOrder, createService, invoice, moveOrder, submit } from '../support/trade.ts'
import { twoNodesFor } from '../support/two-nodes.ts'
import { codesFor, hitsFor, namesFor } from './searching.ts'

async function assertIndexRight({ engine }: Kontor): Promise<void> {
  const { violations, findings } = (await verify(engine)).find(({ name }) => name === 'search')!
  assert.equal(violations, 0, JSON.stringify(findings))
}

onEveryDatabase('The very next search', (kind) => {
  const kontor = kontorFor(kind)
  let service: { id: string }
  before(async () => {
    service = await createService(kontor())
  })
  const names = (q: string) => namesFor(kontor(), q)

  test('finds what was created', async () => {
    assert.deepEqual(await names('chisel'), [])
    await createItem(kontor(), { itemName: 'Chisel' })
    assert.deepEqual(await names('chisel'), ['Chisel'])
    assert.deepEqual(await names('chisle'), ['Chisel'])
    await createCustomer(kontor(), { name: 'Chisel makers' })
    assert.deepEqual((await names('chisel')).sort(), ['Chisel', 'Chisel makers'])
  })

  test('finds what was renamed under its new name only', async () => {
    const { id } = await createItem(kontor(), { itemCode: 'OLD-7777', itemName: 'Mallet of beech' })
    await kontor().put(`/items/${id}`, { itemCode: 'NEW-8888', itemName: 'Mallet of granite' })
    for (const q of ['beech', 'old-7777', '7777']) assert.deepEqual(await names(q), [], q)
    for (const q of ['granite', 'new-8888', '8888', 'mallet'])
      assert.deepEqual(await names(q), ['Mallet of granite'], q)
    await kontor().put(`/items/${id}`, { itemCode: 'OLD-7777', itemName: 'Mallet of beech' })
    assert.deepEqual(await names('granite'), [])
    assert.deepEqual(await names('beech'), ['Mallet of beech'])
  })

  test('finds what was renamed by a new word together with one that it had before', async () => {
    const { id } = await createItem(kontor(), { itemCode: 'AWL-1', itemName: 'Awl of maple' })
    for (const material of ['walnut', 'cherry', 'maple']) {
      await kontor().put(`/items/${id}`, { itemName: `Awl of ${material}` })
      for (const q of [`awl ${material}`, `${material} awl`, `awl of ${material}`, `1 ${material}`])
        assert.deepEqual(await names(q), [`Awl of ${material}`], q)
    }
    assert.deepEqual(await names('awl walnut'), [])
  })

  test('shows the status of now', async () => {
    const { id } = await createItem(kontor(), { itemName: 'Sundial' })
    await kontor().put(`/items/${id}`, { isActive: false })
    assert.deepEqual(
      (await hitsFor(kontor(), 'sundial')).map(({ status }) => status),
      ['inactive'],
    )
  })

  test('does not find what was deleted', async () => {
    const { id } = await createCustomer(kontor(), { name: 'Vanishing Ltd', email: 'mail@vanish.example' })
    assert.equal((await names('vanishing')).length, 1)
    await kontor().delete(`/customers/${id}`)
    for (const q of ['vanishing', 'Vanishing Ltd', 'vanish', 'vanihsing']) assert.deepEqual(await names(q), [], q)
  })

  test('does not find an invoice that was removed, though its number is kept', async () => {
    const customer = await createCustomer(kontor(), { name: 'Removed Invoices Inc' })
    const order = await submit(kontor(), await createOrder(kontor(), [service], { customer }))
    const { id, invoiceNumber } = await invoice(kontor(), order)
    const found = () => codesFor(kontor(), 'removed invoices', { types: 'invoices' })
    assert.deepEqual(await found(), [invoiceNumber])
    assert.equal((await kontor().delete(`/invoices/${id}`)).status, 204)
    assert.deepEqual(await found(), [])
    assert.deepEqual(await codesFor(kontor(), invoiceNumber, { types: 'invoices' }), [])
  })

  test('finds a cancelled invoice as cancelled, and a draft as soon as it has its number', async () => {
    const customer = await createCustomer(kontor(), { name: 'Draughts Club' })
    const order = await submit(kontor(), await createOrder(kontor(), [service], { customer }))
    const { id } = await invoice(kontor(), order, { draft: true })
    const found = async () =>
      (await hitsFor(kontor(), 'draughts', { types: 'invoices' })).map(({ code, status }) => [code, status])
    assert.deepEqual(await found(), [[null, 'draft']])
    const { body } = await kontor().put(`/invoices/${id}/status`, { status: 'unpaid' })
    const { invoiceNumber } = body.data
    assert.deepEqual(await found(), [[invoiceNumber, 'unpaid']])
    assert.equal((await codesFor(kontor(), invoiceNumber))[0], invoiceNumber)
    await kontor().put(`/invoices/${id}/status`, { status: 'cancelled' })
    assert.deepEqual(await found(), [[invoiceNumber, 'cancelled']])
    await moveOrder(kontor(), order, 'cancelled')
    const [hit] = await hitsFor(kontor(), 'draughts', { types: 'sales-orders' })
    assert.equal(hit!.status, 'cancelled')
  })

  test('does not find what was refused, nor does it stand in the way later', async () => {
    await createItem(kontor(), { itemCode: 'TAKEN-1', itemName: 'First' })
    const twin = itemBody({ itemCode: 'taken-1', itemName: 'Uncreatable widget' })
    assertInvalid(await kontor().post('/items', twin), 'itemCode')
    assert.deepEqual(await names('uncreatable'), [])
    const customer = await createCustomer(kontor(), { name: 'Refusenik', creditLimit: 1 })
    const draft = await createOrder(kontor(), [service], { customer })
    assert.equal(
      (await kontor().post('/invoices/from-order', { salesOrder: draft.id, invoiceDate: '2026-05-04' })).status,
      422,
    )
    assert.deepEqual(await names('refusenik').then((found) => found.length), 2)
    await createItem(kontor(), { itemName: 'Uncreatable widget' })
    assert.deepEqual(await names('uncreatable'), ['Uncreatable widget'])
  })

  test('finds once what was sent twice with one Idempotency-Key', async () => {
    const body = itemBody({ itemName: 'Replayed record' })
    for (let time = 0; time < 2; time++) {
      const headers = { 'idempotency-key': 'search-replay' }
      assert.equal((await kontor().post('/items', body, { headers })).status, 201)
    }
    assert.deepEqual(await names('replayed'), ['Replayed record'])
  })

  test('leaves an index in which every word is right', () => assertIndexRight(kontor()))
})

onEveryDatabase('The very next search on another server', (kind) => {
  const nodes = twoNodesFor(kind)

  test('finds new words, and no longer finds removed ones', async () => {
    const [here, there] = nodes()
    assert.deepEqual(await namesFor(there, 'astrolabe'), [])
    const { id } = await createItem(here, { itemCode: 'AST-4711', itemName: 'Astrolabe' })
    for (const q of ['astrolabe', 'astro', 'trolab', 'astrolbae', 'ast-4711', '4711', '47'])
      assert.deepEqual(await namesFor(there, q), ['Astrolabe'], q)
    await there.put(`/items/${id}`, { itemName: 'Quadrant' })
    assert.deepEqual(await namesFor(here, 'astrolabe'), [])
    assert.deepEqual(await namesFor(here, 'quadrnat'), ['Quadrant'])
    await here.delete(`/items/${id}`)
    assert.deepEqual(await namesFor(there, 'quadrant'), [])
  })

  test('finds words that both learnt in turns', async () => {
    const words = ['sextant', 'compass', 'barometer', 'telescope', 'chronometer', 'thermometer']
    for (const [index, word] of words.entries()) {
      await createItem(nodes()[index % 2]!, { itemName: `${word} ${words[(index + 1) % words.length]}` })
      for (const node of nodes()) assert.equal((await namesFor(node, word)).length > 0, true, word)
    }
    await assertIndexRight(nodes()[0])
  })
})
