// The example in examples/shop, as a program of its own beside a running server.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '../../scripts/free-port.ts'
import { onEveryDatabase } from '../../server/test/support/databases.ts'
import { createKey } from '../../server/test/support/keys.ts'
import { eventually } from '../../server/test/support/raw-http.ts'
import { checkTypes, installedClient, root } from './packed.ts'
import { siteFor } from './site.ts'

const installed = installedClient()
before(() => {
  const { folder } = installed()
  copyFileSync(join(root, 'examples/shop/shop.ts'), join(folder, 'shop.ts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})

test('the shop type checks with the types of the package', () => checkTypes(installed(), 'shop.ts'))

onEveryDatabase('The shop', (kind) => {
  const site = siteFor(kind, { environment: { KONTOR_WEBHOOKS_ALLOW: 'private' } })
  const state: { program?: ChildProcess; address: string } = { address: '' }
  const ask = (path: string, body?: object) =>
    fetch(state.address + path, body && { method: 'POST', body: JSON.stringify(body) })
  const shown = async () => (await ask('/')).json() as Promise<{ stock: Record<string, number>; paid: string[] }>

  before(async () => {
    const kontor = site().client()
    const { data: item } = await kontor.items.create({ itemCode: 'BOLT-M8', itemName: 'Bolt', sellingPrice: 2 })
    await kontor.stockMovements.create({ item: item.id, quantity: 50, reason: 'receipt' })
    const port = await freePort()
    state.address = `http://127.0.0.1:${port}`
    const hook = { url: `${state.address}/hook`, events: ['invoices.paid'] }
    const { secret } = (await site().server.post('/webhooks', hook)).body.data
    const { key } = await createKey(site().server, { scopes: ['read', 'write'] })
    const env = { ...process.env, KONTOR_URL: site().origin, KONTOR_API_KEY: key, KONTOR_WEBHOOK_SECRET: secret }
    const options = {
      cwd: installed().folder,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    }
    state.program = spawn(process.execPath, ['shop.ts'], options as never)
    await once(state.program.stdout!, 'data')
  })
  after(() => state.program?.kill())

  test('makes one order of a purchase that is sent several times at once, and shows the stock that is left', async () => {
    const lines = [{ sku: 'BOLT-M8', quantity: 3 }]
    const purchase = { id: '1001', customer: { id: '7', name: 'Ada' }, lines }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('/purchases', purchase)))
    const numbers = await Promise.all(answers.map(async (answer) => (await answer.text()) + answer.status))
    assert.equal(new Set(numbers).size, 1, numbers.join('\n'))
    const { data: orders } = await site().client().salesOrders.list({})
    assert.deepEqual(
      orders.map(({ status, externalIds }) => [status, externalIds]),
      [['submitted', { shop: '1001' }]],
    )
    await eventually(async () => ((await shown()).stock['BOLT-M8'] === 47 ? true : undefined))
  })

  test('hears of a paid invoice, and refuses a webhook that Kontor has not signed', async () => {
    const kontor = site().client()
    const { data: order } = await kontor.salesOrders.by('externalIds.shop', '1001')
    const { data: invoice } = await kontor.invoices.fromOrder({ salesOrder: order.id })
    await kontor.payments.create({ invoice: invoice.id, amount: invoice.total })
    await eventually(async () => ((await shown()).paid.includes(invoice.id) ? true : undefined))
    const forged = await ask('/hook', { type: 'invoices.paid', data: { recordId: 'inv_forged' } })
    assert.equal(forged.status, 400)
    assert.deepEqual((await shown()).paid, [invoice.id])
  })

  test('is told what is wrong with a purchase', async () => {
    const lines = [{ sku: 'UNKNOWN', quantity: 1 }]
    const answer = await ask('/purchases', { id: '1002', customer: { id: '7', name: 'Ada' }, lines })
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /not valid/)
  })
})
