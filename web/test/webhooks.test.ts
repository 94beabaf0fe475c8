import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createKey, withKey } from '../../server/test/support/keys.ts'
import { createItem } from '../../server/test/support/records.ts'
import { isSignedBy, startReceiver } from '../../server/test/support/webhook-receiver.ts'
import { deliveryWhen, PRIVATE, webhookWhen } from '../../server/test/webhooks/hooks.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** What is shown this once, until it is put away. */
async function shownSecret(page: Page): Promise<string> {
  const window = page.getByRole('dialog', { name: 'Shown only once' })
  const secret = await window.locator('pre').first().innerText()
  await page.getByRole('button', { name: "I've copied it" }).click()
  return secret
}

onStage(
  'A webhook',
  (stage) => {
    test('is made here, shows what was sent and why it failed, sends again, and gets a new secret', async () => {
      await using receiver = await startReceiver()
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go('/webhooks/new')
      await page.getByLabel('Address').fill('ftp://shop.example')
      await page.getByRole('combobox', { name: 'Events' }).fill('items.creatd')
      await page.getByRole('combobox', { name: 'Events' }).press('Enter')
      await page.keyboard.press('Control+s')
      await page.getByText(/must be a web address/).waitFor()
      await page.getByLabel('Address').fill(receiver.url)
      await page.keyboard.press('Control+s')
      await page.getByText(/There is no event "items.creatd"/).waitFor()
      await page.getByRole('combobox', { name: 'Events' }).press('Backspace')
      await page.getByRole('combobox', { name: 'Events' }).fill('items.*')
      await page.getByRole('combobox', { name: 'Events' }).press('Enter')
      await page.getByLabel('Filter').fill('category=Brakes')
      await assertAccessible(page, 'new webhook')
      await visit.picture('webhook-new')
      await page.keyboard.press('Control+s')
      const secret = await shownSecret(page)
      assert.match(secret, /^whsec_/)

      await page.getByRole('button', { name: 'Send test' }).click()
      const [tested] = await receiver.whenReceived(1)
      assert.ok(isSignedBy(secret, tested!))
      await page.getByRole('button', { name: 'webhooks.test' }).waitFor()

      receiver.answer(503)
      const item = await createItem(stage().kontor, { category: 'Brakes', itemName: 'Disc' })
      await receiver.whenReceived(2)
      await page.reload()
      await page.getByRole('button', { name: 'items.created' }).click()
      const attempts = page.getByRole('list', { name: 'Attempts' })
      await attempts.getByText('HTTP 503').first().waitFor()
      await page.getByRole('figure', { name: 'Content' }).getByText('Disc').first().waitFor()
      await page.getByRole('link', { name: item.id }).waitFor()
      await page.getByText('Failing', { exact: true }).waitFor()
      await assertAccessible(page, 'webhook with deliveries')
      await visit.picture('webhook')
      receiver.answer(200)
      await page.getByRole('button', { name: 'Send again now' }).click()
      await attempts.getByText('HTTP 200').waitFor()

      receiver.answer(503)
      const path = new URL(page.url()).pathname
      const { id: pad } = await createItem(stage().kontor, { category: 'Brakes', itemName: 'Pad' })
      const webhook = path.split('/').at(-1)!
      await deliveryWhen(stage().kontor, webhook, ({ recordId, attemptCount }) => recordId === pad && attemptCount > 0)
      for (const url of [`${receiver.url}/new`, receiver.url]) await stage().kontor.put(path, { url })
      receiver.answer(200)
      await page.reload()
      await page.getByText('Dropped', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'items.created' }).first().click()
      await page.getByText('The webhook has another address').waitFor()
      await visit.picture('webhook-dropped')

      await page.getByRole('button', { name: 'Replay' }).click()
      await page.getByRole('dialog', { name: 'Send events again' }).getByRole('button', { name: 'Replay' }).click()
      await page.getByText('The events are being sent again.').waitFor()
      await receiver.whenReceived(6)

      await page.getByRole('button', { name: 'New secret' }).click()
      await page
        .getByRole('dialog', { name: 'Give the webhook a new secret?' })
        .getByRole('button', { name: 'New secret' })
        .click()
      assert.notEqual(await shownSecret(page), secret)
    })

    test('that was switched off is told on the first page, and in the list with the reason', async () => {
      const { kontor } = stage()
      await using receiver = await startReceiver()
      receiver.answer(410)
      const { body } = await kontor.post('/webhooks', { url: receiver.url, events: ['customers.*'] })
      await kontor.post('/customers', { name: 'Globex' })
      await webhookWhen(kontor, body.data.id, ({ isActive }) => !isActive)
      await using visit = await stage().visit(PHONE)
      const { page } = visit
      await visit.go('/')
      await page.getByText(`The webhook to ${receiver.url} was switched off`, { exact: false }).waitFor()
      await page.getByRole('status').getByRole('link', { name: 'Show' }).click()
      await page.getByText('Refused by the receiver (410)').waitFor()
      await visit.picture('webhook-off-phone')
      const key = await createKey(kontor, { scopes: ['admin', 'read'] })
      const { body: other } = await kontor.post('/webhooks', { url: receiver.url, events: ['items.*'] }, withKey(key))
      await kontor.delete(`/api-keys/${key.id}`)
      await webhookWhen(kontor, other.data.id, ({ isActive }) => !isActive)
      await visit.go('/webhooks')
      await page.getByText('Refused by the receiver (410)').first().waitFor()
      await page.getByText('Its API key, app or right has ended').first().waitFor()
      await assertAccessible(page, 'webhooks on a phone')
      await visit.picture('webhooks-phone')
    })
  },
  { environment: PRIVATE },
)
