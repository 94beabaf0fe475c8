import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offering } from '../../server/test/support/gadget-offers.ts'
import { create, createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { statusPill } from './support/document-editor.ts'

onStage(
  'Documents that are made from others have their buttons, windows and links without a line of web code',
  (stage) => {
    test('a part of an offer is called off in a window, the rest by keyboard alone, and the offer shows how far it is', async () => {
      const { kontor } = stage()
      const maker = await create(kontor, '/gadget-makers', { name: 'Stahlwerk Nord' })
      const steel = await createItem(kontor, { itemCode: 'STEEL', itemName: 'Sheet steel', costPrice: 12.5 })
      const items = [{ item: steel.id, quantity: 10 }]
      const offer = await create(kontor, '/gadget-offers', { maker: maker.id, items })
      await using visit = await stage().visit()
      const { page } = visit
      const making = page.getByRole('button', { name: 'New gadget call' })
      const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
      const states = () => steps.evaluateAll((all) => all.map((one) => one.getAttribute('data-stage')))
      const window = page.getByRole('dialog', { name: 'New gadget call' })
      await visit.go(`/gadget-offers/${offer.id}`)
      await page.getByRole('button', { name: 'Agreed', exact: true }).waitFor()
      assert.equal(await making.count(), 0)
      assert.deepEqual(await steps.allInnerTexts(), ['Draft', 'Agreed', 'Not called'])
      await page.keyboard.press('Control+Enter')
      await statusPill(page, 'Agreed').waitFor()
      await making.click()
      await window.getByText('Sheet steel').waitFor()
      await assertAccessible(page, 'the window of a call')
      await visit.picture('gadget-call-window')
      await window.getByLabel('Quantity, Sheet steel').fill('4')
      await window.getByRole('button', { name: 'New gadget call' }).click()
      await page.getByRole('heading', { name: /GC-\d{4}-00001/ }).waitFor()
      await page.getByRole('link', { name: offer.offerNumber }).click()

      await page.getByRole('table', { name: 'Lines' }).getByText('4 / 10').waitFor()
      assert.deepEqual(await states(), ['done', 'done', 'part'])
      const linked = page.getByRole('region', { name: 'Gadget calls' })
      await linked.getByRole('link', { name: /GC-\d{4}-00001/ }).waitFor()
      await linked.getByText('€50.00').waitFor()
      await assertAccessible(page, 'an offer with a call')
      await visit.picture('gadget-offer')
      await making.press('Enter')
      await window.getByRole('button', { name: 'New gadget call' }).press('Enter')
      await page.getByRole('heading', { name: /GC-\d{4}-00002/ }).waitFor()
      const { callStatus, items: lines } = await read(kontor, `/gadget-offers/${offer.id}`)
      assert.deepEqual([callStatus, lines[0].calledQuantity], ['called', 10])
      await visit.go(`/gadget-offers/${offer.id}`)
      await page.getByRole('table', { name: 'Lines' }).getByText('10 / 10').waitFor()
      assert.equal(await making.count(), 0)
    })
  },
  offering,
)
