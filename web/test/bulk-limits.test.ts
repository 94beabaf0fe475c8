import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { directInvoice } from '../../server/test/support/invoicing.ts'
import { create, createCustomer, createItem } from '../../server/test/support/records.ts'
import { createOrder, createSubmitted, pay } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const shown = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const bar = (page: Page) => page.getByRole('group', { name: 'Actions for the selection' })

onStage('Bulk actions', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt]: any[] = []
  before(async () => {
    customer = await createCustomer(stage().kontor, { name: 'Kurbel & Kette' })
    bolt = await createItem(stage().kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
  })

  const total = async (query: string) => (await stage().kontor.get(query)).body.meta.total
  const invoices = async (issued: number, drafts: number, notes: string) => {
    for (let made = 0; made < issued + drafts; made++)
      await directInvoice(stage().kontor, [{ item: bolt.id, quantity: 1 }], {
        customer,
        notes,
        ...(made >= issued && { draft: true }),
      })
  }
  const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()

  test('bulk delete leaves out issued invoices and says so before it deletes the drafts', async () => {
    await invoices(2, 3, 'First')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/invoices?notes=First')
    await shown(page, '1–5 of 5')
    await selectPage(page)
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 3 records?' })
    await question.getByText('3 of the 5 selected invoices can be deleted.').waitFor()
    await question.getByText('Issued invoices cannot be deleted: void them instead.').waitFor()
    await assertAccessible(page, 'bulk delete of a part')
    await visit.picture('bulk-delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('3 records changed.').waitFor()
    await shown(page, '1–2 of 2')
    assert.equal(await total('/invoices?notes=First&status=unpaid'), 2)
  })

  test('bulk delete of all invoices that match a filter leaves out issued invoices on every page', async () => {
    await invoices(3, 24, 'Second')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/invoices?notes=Second')
    await shown(page, '1–20 of 27')
    await selectPage(page)
    await page.getByRole('button', { name: 'Select all 27 that match' }).click()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 24 records?' })
    await question.getByText('24 of the 27 selected invoices can be deleted.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await shown(page, '1–3 of 3')
    assert.deepEqual(
      [await total('/invoices?notes=Second&status=unpaid'), await total('/invoices?notes=Second')],
      [3, 3],
    )
  })

  test('voiding all that match counts only what can be voided, in the title and in the button', async () => {
    await invoices(21, 0, 'Paid')
    const { data } = (await stage().kontor.get('/invoices?notes=Paid&perPage=2')).body
    for (const one of data) await pay(stage().kontor, one, 1)
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/invoices?notes=Paid')
    await shown(page, '1–20 of 21')
    await selectPage(page)
    await page.getByRole('button', { name: 'Select all 21 that match' }).click()
    await bar(page).getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem', { name: 'Cancelled', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Void 19 invoices?' })
    await question.getByText('19 of the 21 selected invoices can become “Cancelled”.').waitFor()
    await question.getByText(/This also happens|No other record changes/).waitFor()
    await question.getByRole('button', { name: 'Void 19 invoices' }).click()
    await page.getByText('19 records changed.').waitFor()
    assert.equal(await total('/invoices?notes=Paid&status=cancelled'), 19)
  })

  test('bulk delete of nothing but issued invoices cannot be chosen, and says why in the language of the user', async () => {
    await invoices(2, 0, 'Third')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.evaluate(`localStorage.setItem('kontor.language', 'de')`)
    await visit.go('/invoices?notes=Third')
    await page.getByRole('checkbox', { name: 'Alle Zeilen dieser Seite auswählen' }).check()
    const remove = page.getByTitle('Von den 2 ausgewählten Einträgen (Rechnungen) kann keiner gelöscht werden.')
    await remove.waitFor()
    assert.equal(await remove.isDisabled(), true)
    assert.match((await remove.getAttribute('title'))!, /Ausgestellte Rechnungen werden storniert, nicht gelöscht\.$/)
    assert.equal(await total('/invoices?notes=Third'), 2)
  })

  test('bulk delete of all matching invoices, none of which can be deleted, says so when it is asked for', async () => {
    await invoices(22, 0, 'Fourth')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/invoices?notes=Fourth')
    await shown(page, '1–20 of 22')
    await selectPage(page)
    await page.getByRole('button', { name: 'Select all 22 that match' }).click()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('None of the 22 selected invoices can be deleted.').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(await total('/invoices?notes=Fourth'), 22)
  })

  test('bulk delete leaves out customers that orders refer to', async () => {
    const { kontor } = stage()
    const used = await createCustomer(kontor, { name: 'Busy', paymentTerms: 'Net 99' })
    await createCustomer(kontor, { name: 'Idle', paymentTerms: 'Net 99' })
    await createOrder(kontor, [bolt], { customer: used })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/customers?paymentTerms=Net 99')
    await shown(page, '1–2 of 2')
    await selectPage(page)
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 1 record?' })
    await question.getByText('1 of the 2 selected customers can be deleted. The others stay as they are.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 record changed.').waitFor()
    assert.equal(await total('/customers?paymentTerms=Net 99'), 1)
  })

  test('bulk delete is not offered where the page of a record offers none, and leaves out shipped roles', async () => {
    await create(stage().kontor, '/api-keys', { name: 'Web shop', scopes: ['read'] })
    await create(stage().kontor, '/roles', { name: 'helper', permissions: {} })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/api-keys')
    await selectPage(page)
    await bar(page).getByRole('button', { name: 'Export' }).waitFor()
    assert.equal(await bar(page).getByRole('button', { name: 'Delete' }).count(), 0)
    await visit.go('/roles')
    await selectPage(page)
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText('Roles that came with Kontor cannot be deleted.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 record changed.').waitFor()
  })

  test('bulk status offers only what selected records can be moved to, and leaves out records that cannot', async () => {
    await createOrder(stage().kontor, [bolt], { customer, notes: 'Move' })
    await createSubmitted(stage().kontor, [bolt], { customer, notes: 'Move' })
    const { id } = await createOrder(stage().kontor, [bolt], { customer, notes: 'Move' })
    await stage().kontor.put(`/sales-orders/${id}/status`, { status: 'cancelled' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/invoices?notes=Third')
    await selectPage(page)
    await bar(page).getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem').first().waitFor()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Cancelled'])
    await visit.go('/sales-orders?notes=Move')
    await shown(page, '1–3 of 3')
    await selectPage(page)
    await bar(page).getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem', { name: 'Submitted', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Set 1 record to “Submitted”?' })
    await question
      .getByText(
        '1 of the 3 selected sales orders can become “Submitted”. The others stay as they are. 1 is “Submitted” already.',
      )
      .waitFor()
    await question.getByRole('button', { name: 'Set status' }).click()
    await page.getByText('1 record changed, 1 unchanged.').waitFor()
    assert.equal(await total('/sales-orders?notes=Move&status=submitted'), 2)
  })
})
