import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { everyResource } from '../../server/src/app/every-resource.ts'
import { createBulkStore } from '../../server/src/db/bulk/bulk-store.ts'
import { fillSized } from '../../server/src/demo/sized/fill.ts'
import { directInvoice } from '../../server/test/support/invoicing.ts'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { createOrder, createSubmitted } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

/** The service changes a thousand at once, so these take three requests. */
const MANY = 2100

const bar = (page: Page) => page.getByRole('group', { name: 'Actions for the selection' })
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()

onStage('Running a bulk action', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt]: any[] = []
  before(async () => {
    customer = await createCustomer(stage().kontor, { name: 'Kurbel & Kette' })
    bolt = await createItem(stage().kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
  })
  const total = async (query: string) => (await stage().kontor.get(query)).body.meta.total

  test('a record that has the status already counts as unchanged, without a question and without an error', async () => {
    await createOrder(stage().kontor, [bolt], { customer, notes: 'Same' })
    await createSubmitted(stage().kontor, [bolt], { customer, notes: 'Same' })
    await using visit = await stage().visit()
    const { page } = visit
    const setSubmitted = async () => {
      await selectPage(page)
      await bar(page).getByRole('button', { name: 'Set status' }).click()
      await page.getByRole('menuitem', { name: 'Submitted', exact: true }).click()
    }
    await visit.go('/sales-orders?notes=Same')
    await setSubmitted()
    await page.getByText('1 record changed, 1 unchanged.').waitFor()
    assert.equal(await total('/sales-orders?notes=Same&status=submitted'), 2)
  })

  test('the statuses offered for all matching records are those that some of them can get', async () => {
    for (let made = 0; made < 21; made++)
      await directInvoice(stage().kontor, [{ item: bolt.id, quantity: 1 }], { customer, notes: 'All' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/invoices?notes=All')
    await selectPage(page)
    await page.getByRole('button', { name: 'Select all 21 that match' }).click()
    await bar(page).getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem', { name: 'Cancelled' }).waitFor()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Cancelled'])
  })

  test('setting all matching items inactive asks first, shows the progress, and can be stopped', async () => {
    const { kontor } = stage()
    const store = createBulkStore(kontor.engine, everyResource())
    for await (const _ of fillSized(store, { items: MANY, customers: 0, orders: 0 }, Date.now())) {
      // Each step is a batch that is done.
    }
    const active = await total('/items?isActive=true')
    const shown = active.toLocaleString('en')
    await using visit = await stage().visit()
    const { page } = visit
    const held = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/items/bulk', async (route) => {
      if (++asked === 2) await held.promise
      await route.continue()
    })
    await visit.go('/items?isActive=true')
    await selectPage(page)
    await page.getByRole('button', { name: `Select all ${shown} that match` }).click()
    await bar(page).getByRole('button', { name: 'Active…' }).click()
    await page.getByRole('menuitem', { name: 'Set inactive' }).click()
    const question = page.getByRole('dialog', { name: `Set ${shown} records to “Inactive”?` })
    await question.waitFor()
    assert.equal(asked, 0, 'nothing is changed before the answer')
    await question.getByRole('button', { name: 'Set inactive' }).click()
    await page.getByRole('progressbar', { name: `1,000 of ${shown}` }).waitFor()
    await assertAccessible(page, 'a bulk action that is running')
    await visit.picture('bulk-progress')
    await bar(page).getByRole('button', { name: 'Stop' }).click()
    held.resolve()
    await page.getByText('2,000 records changed.').waitFor()
    assert.equal(asked, 2)
    assert.equal(await total('/items?isActive=true'), active - 2000)
  })

  test('setting items inactive that are so already says so and changes nothing', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await createItem(stage().kontor, { itemCode: 'IDLE', itemName: 'Idle', isActive: false })
    await visit.go('/items?itemCode=IDLE')
    await selectPage(page)
    await bar(page).getByRole('button', { name: 'Active…' }).click()
    await page.getByRole('menuitem', { name: 'Set inactive' }).click()
    await page.getByText('All selected items are already “Inactive”.').waitFor()
  })
})
