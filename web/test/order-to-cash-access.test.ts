import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addRole, addUser, PASSWORD } from '../../server/test/support/people.ts'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { createStockedItem, createSubmitted, deliver, invoice, pay } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { enter, tabTo } from './support/document-editor.ts'

const isTooWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

onStage('Documents', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [order, billed, delivery]: any[] = []
  before(async () => {
    const { kontor } = stage()
    const customer = await createCustomer(kontor, { name: 'Nordlicht', address: { city: 'Hamburg', country: 'DE' } })
    const bolt = await createStockedItem(kontor, 50, { itemName: 'Bolt', sellingPrice: 12.5, taxRate: 19 })
    const work = await createItem(kontor, { itemName: 'Assembly', itemType: 'Service', sellingPrice: 80 })
    order = await createSubmitted(kontor, [{ item: bolt.id, quantity: 10, discount: 5 }, work], { customer })
    delivery = await deliver(kontor, order, [{ line: order.items[0].id, quantity: 4 }])
    billed = await invoice(kontor, order, { items: [{ line: order.items[0].id, quantity: 4 }] })
    await pay(kontor, billed, 10)
  })

  const signedInAs = async (role: string) => ({
    as: { email: (await addUser(stage().kontor.engine, role)).email, password: PASSWORD },
  })

  test('offer a viewer no action without the right; the address of a form shows a refusal', async () => {
    await using visit = await stage().visit(await signedInAs('viewer'))
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}`)
    await page.getByText('4 / 10').first().waitFor()
    const shown = await page.getByRole('main').getByRole('button').allInnerTexts()
    assert.deepEqual(
      shown.filter((name) => /edit|submit|invoice|deliver|cancel|close|hold/i.test(name)),
      [],
    )
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Print' }).waitFor()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Print'])
    await visit.go(`/invoices/${billed.id}`)
    await page.getByText('Bill to').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Record payment' }).count(), 0)
    await visit.go('/sales-orders/new')
    await page.getByText('The role “viewer” may not create sales orders.').waitFor()
    await visit.go(`/sales-orders/${order.id}/edit`)
    await page.getByText('The role “viewer” may not change sales orders.').waitFor()
  })

  test('offer their PDF only to a role that may see all of the page', async () => {
    const address = [`/sales-orders/${order.id}`, `/deliveries/${delivery.id}`]
    const all = { can: ['read'] } as const
    const permissions = { 'sales-orders': all, deliveries: all, customers: { ...all, hidden: ['address'] } }
    const role = await addRole(stage().kontor.engine, permissions)
    for (const [as, isOffered] of [
      [await signedInAs('viewer'), true],
      [await signedInAs(role), false],
    ] as const) {
      await using visit = await stage().visit(as)
      const { page } = visit
      for (const path of address) {
        await visit.go(path)
        await page.getByRole('button', { name: 'More actions' }).waitFor()
        const button = page.getByRole('button', { name: 'PDF', exact: true })
        assert.equal(await button.count(), isOffered ? 1 : 0, path)
        if (!isOffered) continue
        const printed = page.waitForResponse((response) => response.url().endsWith(`${path}/pdf`))
        await button.click()
        assert.equal((await printed).status(), 200, path)
      }
    }
  })

  test('ask in a dialog that opens with its data loaded and the focus on the confirmation', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const { promise: isFetched, resolve: fetch } = Promise.withResolvers<void>()
    await page.route('**/assets/date-*.js', async (route) => {
      await isFetched
      await route.continue()
    })
    await visit.go(`/sales-orders/${order.id}`)
    await page.getByRole('button', { name: 'Deliver' }).click()
    const window = page.getByRole('dialog', { name: 'Deliver' })
    const agree = window.getByRole('button', { name: 'Deliver' })
    await window.waitFor()
    assert.equal(await agree.count(), 0, 'a button that is still to move')
    fetch()
    await agree.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })
  })

  test('show the warehouse what to pack, and no prices', async () => {
    await using visit = await stage().visit(await signedInAs('warehouse'))
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}`)
    await page.getByText('4 / 10').first().waitFor()
    assert.equal(await page.getByText('€').count(), 0)
    assert.equal(await page.getByRole('columnheader', { name: 'Rate' }).count(), 0)
    await page.getByRole('button', { name: 'Deliver' }).click()
    await page.getByRole('dialog', { name: 'Deliver' }).getByRole('button', { name: 'Deliver' }).click()
    await page.getByText('10 / 10').waitFor()
  })

  test('pass axe in light and dark mode', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const ready: readonly (readonly [string, string])[] = [
      [`/sales-orders/${order.id}`, '4 / 10'],
      [`/invoices/${billed.id}`, 'Bill to'],
      [`/deliveries/${delivery.id}`, 'Timeline'],
    ]
    for (const [path, text] of ready) {
      await visit.go(path)
      await page.getByText(text).first().waitFor()
      await assertAccessible(page, path)
    }
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await enter(page, 'nordlicht', 'bolt')
    await tabTo(page, '100', '11')
    await page.keyboard.press('Enter')
    await page.keyboard.type('assem')
    await page.getByRole('option').first().waitFor()
    await assertAccessible(page, 'the editor with its list open')
  })

  test('fit on a phone', async () => {
    await using visit = await stage().visit({ viewport: { width: 390, height: 844 } })
    const { page } = visit
    for (const [path, text] of [
      [`/sales-orders/${order.id}`, '/ 10'],
      [`/invoices/${billed.id}`, 'Bill to'],
      [`/deliveries/${delivery.id}`, 'Timeline'],
      ['/sales-orders/new', 'Summary'],
      ['/invoices', 'INV-'],
    ] as const) {
      await visit.go(path)
      await page.getByText(text).first().waitFor()
      assert.equal(await isTooWide(page), false, path)
    }
  })
})
