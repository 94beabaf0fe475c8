import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createOrder, createStockedItem, createSubmitted } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'
import { statusPill } from './support/document-editor.ts'

onStage('A question before a change that cannot be undone', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt]: any[] = []
  before(async () => {
    customer = await createCustomer(stage().kontor, { name: 'Kurbel & Kette' })
    bolt = await createStockedItem(stage().kontor, 100, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
  })

  const choose = async ({ page }: Visit, path: string, more: string, item: string) => {
    await page.goto(stage().origin + path)
    await page.getByRole('button', { name: more }).click()
    await page.getByRole('menuitem', { name: item }).click()
    return page.getByRole('dialog')
  }

  test('tells what cancelling an order releases, and nothing happens before the answer', async () => {
    const order = await createSubmitted(stage().kontor, [bolt], { customer })
    await using visit = await stage().visit()
    const dialog = await choose(visit, `/sales-orders/${order.id}`, 'More actions', 'Cancel order')
    await dialog.getByText('This also happens:').waitFor()
    await dialog.getByText(/^1 reservation is released: Bolt \(Reserved.* 1 → 0/).waitFor()
    await assertAccessible(visit.page, 'effects of cancelling an order')
    await visit.picture('effects-of-cancelling')
    assert.equal((await read(stage().kontor, `/sales-orders/${order.id}`)).status, 'submitted')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await statusPill(visit.page, 'Cancelled').waitFor()
  })

  test('says so where no other record changes', async () => {
    const item = await createItem(stage().kontor, { itemName: 'Unused' })
    await using visit = await stage().visit()
    const dialog = await choose(visit, `/items/${item.id}`, 'More actions', 'Delete')
    await dialog.getByText('No other record changes.').waitFor()
  })

  test('says why it would be refused, where that has changed since the page was loaded', async () => {
    const item = await createItem(stage().kontor, { itemName: 'Used later' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items/${item.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await createOrder(stage().kontor, [item], { customer })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.getByText('This cannot be done').waitFor()
    await alert.getByText(/used by 1 sales order/).waitFor()
  })

  test('adds up the effects on several records, in German too', async () => {
    for (let made = 0; made < 2; made++) await createSubmitted(stage().kontor, [bolt], { customer, notes: 'Both' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.evaluate(`localStorage.setItem('kontor.language', 'de')`)
    await page.goto(`${stage().origin}/sales-orders?notes=Both`)
    await page.getByRole('checkbox', { name: 'Alle Zeilen dieser Seite auswählen' }).check()
    await page.getByRole('button', { name: 'Status setzen' }).click()
    await page.getByRole('menuitem', { name: 'Storniert' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Außerdem geschieht:').waitFor()
    await dialog.getByText(/Reservierung(en)? (wird|werden) freigegeben: Bolt/).waitFor()
  })

  test('is asked all the same where the part that tells the effects cannot be loaded', async () => {
    const item = await createItem(stage().kontor, { itemName: 'Still deleted' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items/${item.id}`)
    await page.getByRole('button', { name: 'More actions' }).waitFor()
    await page.route(/effects-preview-/, (route) => route.abort('internetdisconnected'))
    await page.context().setOffline(true) // online, the page would be loaded anew: the server might have been updated
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').waitFor()
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Still deleted was deleted.').waitFor()
  })
})
