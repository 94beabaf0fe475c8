import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { onStage } from './support/browser.ts'

onStage('The dashboard', (stage) => {
  before(async () => {
    const { kontor } = stage()
    const customer = (await kontor.post('/customers', { name: 'Nordlicht', paymentTerms: 'Due on receipt' })).body.data
      .id
    const bolt = { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 10, costPrice: 4, reorderLevel: 5, taxRate: 20 }
    const item = (await kontor.post('/items', bolt)).body.data.id
    const order = await kontor.post('/sales-orders', { customer, items: [{ item, quantity: 3 }] })
    await kontor.post('/invoices/from-order', { salesOrder: order.body.data.id })
  })

  test('shows figures of the server, and each leads to the records behind it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.getByRole('region', { name: 'Low stock' }).getByText('Bolt').waitFor()
    await page.getByText('vs previous 30 days').or(page.getByText('No earlier data')).waitFor()
    await page.getByRole('link', { name: 'Open orders' }).click()
    await page.getByRole('heading', { name: 'Sales orders' }).waitFor()
    assert.match(page.url(), /\/sales-orders\?status\[in\]=submitted,on_hold/)
    await page.goBack()
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('Year').click()
    await page.waitForURL(/period=year/)
  })

  test('shows the revenue without tax, and with tax below it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    const card = page.locator('.mantine-Card-root', { has: page.getByRole('link', { name: 'Revenue' }) })
    await card.getByText('€30.00', { exact: true }).waitFor()
    await card.getByText('€36.00 with tax', { exact: true }).waitFor()
    await page
      .getByRole('figure', { name: 'Invoiced and collected' })
      .getByText('Invoiced (with tax)')
      .first()
      .waitFor()
  })

  test('shows the columns of the chosen period only, however often the period is changed', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    const columns = page.getByRole('figure', { name: 'Invoiced and collected' }).getByRole('listitem')
    const choose = async (name: string, label: RegExp) => {
      await page.getByRole('radiogroup', { name: 'Period' }).getByText(name, { exact: true }).click()
      await columns.first().getByText(label).first().waitFor()
      return columns.count()
    }
    await columns.first().waitFor()
    const counts = [
      await columns.count(),
      await choose('Year', /^[A-Z]\w+$/),
      await choose('30 days', /^\d+ [A-Z]\w+$/),
    ]
    assert.deepEqual(counts, [30, 12, 30])
  })

  test('each late bucket of what customers owe opens the list of its own invoices', async () => {
    const { kontor } = stage()
    const [customer] = (await kontor.get('/customers')).body.data
    const [item] = (await kontor.get('/items')).body.data
    const daysAgo = (days: number) => Temporal.Now.plainDateISO('UTC').subtract({ days }).toString()
    for (const days of [10, 40, 100])
      await kontor.post('/invoices', {
        customer: customer.id,
        invoiceDate: daysAgo(days),
        dueDate: daysAgo(days),
        notes: `${days} days`,
        items: [{ item: item.id, quantity: 1 }],
      })
    await using visit = await stage().visit()
    const { page } = visit
    for (const [name, chip] of [
      ['31 to 60 days late', 'Days overdue: 31 – 60'],
      ['More than 90 days late', 'Days overdue: ≥ 91'],
    ] as const) {
      await visit.go('/')
      await page.getByRole('region', { name: 'What customers owe' }).getByRole('link', { name }).click()
      await page.getByRole('button', { name: chip, exact: true }).waitFor()
      await page.getByRole('status').getByText('1–1 of 1', { exact: true }).waitFor()
    }
  })

  test('a filter for more than 0 shows that in its chip and in its editor', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/invoices?outstanding[gt]=0')
    await page.getByRole('button', { name: 'Outstanding: > €0.00', exact: true }).click()
    const editor = page.getByRole('dialog', { name: 'Outstanding' })
    assert.match(await editor.getByRole('textbox', { name: 'More than' }).inputValue(), /^(€ ?)?0([.]00)?$/)
    await editor.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/outstanding\[gt\]=0$/)
  })

  test('a column of the chart is a link to the invoices of its day, which the keyboard reaches', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    const column = page.getByRole('figure', { name: 'Invoiced and collected' }).getByRole('link').last()
    await column.focus()
    await page.getByRole('tooltip').getByText('Invoiced').waitFor()
    await visit.picture('chart-focus')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/invoices\?invoiceDate\[gte\]=[\d-]+&invoiceDate\[lte\]=[\d-]+&status\[in\]=/)
  })

  test('shows nothing that its reader may not read', async () => {
    const { kontor } = stage()
    await kontor.post('/roles', { name: 'storekeeper', permissions: { items: { can: ['read'] } } })
    const { email } = await addUser(kontor.engine, 'storekeeper')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go('/')
    await page.getByRole('region', { name: 'Low stock' }).getByText('Bolt').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Revenue' }).count(), 0)
    assert.equal(await page.getByRole('region', { name: 'Recent orders' }).count(), 0)
  })
})
