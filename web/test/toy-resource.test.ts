import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations } from '../../server/src/db/migrations/index.ts'
import { catalog } from '../../server/src/resources/catalog.ts'
import { toys, toysMigration } from '../../server/test/support/toys.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const withToys = { catalog: [...catalog, toys], migrations: [...migrations, toysMigration] }

onStage(
  'A new plain resource has its pages for no line of web code',
  (stage) => {
    test('list, form with every kind of field, view and history', async () => {
      const { kontor } = stage()
      await kontor.post('/customers', { name: 'Little Anna' })
      await kontor.post('/items', { itemCode: 'EYE', itemName: 'Glass eye' })
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go('/')
      await page.getByRole('link', { name: 'Toys' }).click()
      await page.getByText('No toys yet').waitFor()
      await page.getByRole('link', { name: 'New toy' }).first().click()
      await page.getByLabel('Name').fill('Teddy')
      await page.getByRole('combobox', { name: 'Colour' }).click()
      await page.getByRole('option', { name: 'Blue' }).click()
      await page.getByLabel('Price').fill('9.95')
      await page.getByLabel('Bought on').fill('31 Jan 2026')
      await page.getByRole('switch', { name: 'Loved' }).check()
      await page.getByRole('combobox', { name: 'Owner' }).click()
      await page.getByRole('option', { name: 'Little Anna' }).click()
      await page.getByRole('group', { name: 'Box' }).getByLabel('Width').fill('0.25')
      await page.getByRole('combobox', { name: 'Tags' }).fill('soft')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Add line' }).click()
      await page.getByRole('combobox', { name: 'Part, line 1' }).click()
      await page.getByRole('option', { name: 'Glass eye' }).click()
      await page.getByLabel('Quantity, line 1').fill('2')
      await assertAccessible(page, 'form of a toy')
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: 'Teddy' }).waitFor()
      const [teddy] = (await kontor.get('/toys')).body.data
      const { name, colour, price, boughtOn, isLoved, box, tags } = teddy
      assert.deepEqual(
        { name, colour, price, boughtOn, isLoved, width: box.width, tags },
        {
          name: 'Teddy',
          colour: 'blue',
          price: 9.95,
          boughtOn: '2026-01-31',
          isLoved: true,
          width: 0.25,
          tags: ['soft'],
        },
      )
      assert.equal(teddy.parts[0].quantity, 2)
      await page.getByRole('link', { name: 'Little Anna' }).waitFor()
      await assertAccessible(page, 'a toy')
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByText('Created', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Toys' }).first().click()
      await page.getByRole('table', { name: 'Toys' }).getByRole('link', { name: 'Teddy' }).waitFor()
    })
  },
  withToys,
)
