import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN } from '../../server/test/support/kontor.ts'
import { type MailServer, startMailServer, tokenIn } from '../../server/test/support/mail-server.ts'
import { addUser } from '../../server/test/support/people.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const NEW = 'chosen by the person alone'
const PHONE = { width: 390, height: 844 }

onStage('Invitations without a mail server', (stage) => {
  test('the link is shown once, and the person sets a password with it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/users')
    await page.getByRole('button', { name: 'Invite' }).click()
    const form = page.getByRole('dialog', { name: 'Invite a user' })
    await form.getByLabel('E-mail').fill('anna@people.example')
    await form.getByLabel('Name').fill('Anna')
    await form.getByRole('combobox', { name: 'Role' }).fill('viewer')
    await page.getByRole('option', { name: 'viewer' }).click()
    await assertAccessible(page, 'inviting a user')
    await visit.picture('mail-invite')
    await form.getByRole('button', { name: 'Invite' }).click()
    const shown = page.getByRole('dialog', { name: 'Link for Anna' })
    await shown.getByRole('button', { name: 'Copy' }).waitFor()
    const token = tokenIn((await shown.locator('pre').textContent())!)
    await assertAccessible(page, 'a link that is shown once')
    await visit.picture('mail-link')

    await using guest = await stage().visit({ as: null })
    await guest.go(`/set-password#${token}`)
    await guest.page.getByRole('heading', { name: 'Welcome, Anna' }).waitFor()
    await assertAccessible(guest.page, 'setting a password')
    await guest.picture('mail-set-password')
    await guest.page.emulateMedia({ colorScheme: 'dark' })
    await guest.picture('mail-set-password-dark')
    await guest.page.emulateMedia({ colorScheme: 'light' })
    await guest.page.getByLabel('New password').fill('password123')
    await guest.page.keyboard.press('Enter')
    await guest.page.getByRole('alert').getByText('tried first').waitFor()
    await guest.page.getByLabel('New password').fill(NEW)
    await guest.page.keyboard.press('Enter')
    await guest.page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    await guest.page.getByRole('link', { name: 'Go to sign-in' }).click()
    await guest.page.getByLabel('E-mail').fill('anna@people.example')
    await guest.page.getByRole('textbox', { name: 'Password' }).fill(NEW)
    await guest.page.keyboard.press('Enter')
    await guest.page.getByRole('navigation', { name: 'Navigation' }).waitFor()
  })

  test('a link that was used is refused in plain words, on a phone too', async () => {
    await using visit = await stage().visit({ as: null, viewport: PHONE })
    await visit.go('/set-password#ktl_of_yesterday')
    await visit.page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    await assertAccessible(visit.page, 'a link that is not valid')
    await visit.picture('mail-invalid-phone')
  })

  test('a user with a password gets a link for a new one', async () => {
    const { id, name } = await addUser(stage().kontor.engine, 'sales')
    await using visit = await stage().visit({ viewport: PHONE })
    await visit.go(`/users/${id}`)
    const button = visit.page.getByRole('button', { name: 'Password link' })
    await button.waitFor()
    await visit.picture('mail-user-phone')
    await button.click()
    await visit.page.getByRole('dialog', { name: `Link for ${name}` }).waitFor()
    await visit.picture('mail-link-phone')
  })

  test('a user who forgot the password is sent to an administrator', async () => {
    await using visit = await stage().visit({ as: null })
    const { page } = visit
    await visit.go('/')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByLabel('E-mail').fill(ADMIN.email)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('kontor user password --email').waitFor()
    await assertAccessible(page, 'forgot password without mail')
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('the settings say that no mail is sent', async () => {
    await using visit = await stage().visit()
    await visit.go('/settings?tab=mail')
    await visit.page.getByText('This server does not send e-mail.').waitFor()
    await assertAccessible(visit.page, 'settings of mail')
    await visit.picture('mail-settings')
  })
})

const environment: Record<string, string> = {}
let mails: MailServer
before(async () => {
  mails = await startMailServer()
  Object.assign(environment, mails.environment)
})
after(() => mails[Symbol.asyncDispose]())

onStage(
  'Mail',
  (stage) => {
    test('a forgotten password is replaced by the link in the mail, in German', async () => {
      const { email, name } = await addUser(stage().kontor.engine, 'sales')
      await using visit = await stage().visit({ as: null, locale: 'de-DE', viewport: PHONE })
      const { page } = visit
      await visit.go('/')
      await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
      await page.getByLabel('E-Mail').fill(email)
      await visit.picture('mail-forgot-phone-de')
      await page.getByRole('button', { name: 'Link senden' }).click()
      await page.getByRole('status').getByText('wurde ein Link dorthin gesendet').waitFor()
      await assertAccessible(page, 'forgot password, sent')
      const { text } = await mails.mailTo(email)
      assert.match(text, /Der Link gilt 24 Stunden/)
      await page.goto(`${visit.origin}/set-password#${tokenIn(text)}`)
      await page.getByRole('heading', { name: `Neues Passwort für ${name}` }).waitFor()
      await page.getByLabel('Neues Passwort').fill(NEW)
      await page.getByRole('button', { name: 'Passwort festlegen' }).click()
      await page.getByRole('heading', { name: 'Ihr Passwort ist festgelegt' }).waitFor()
      await visit.picture('mail-done-phone-de')
      assert.equal((await stage().kontor.login(email, NEW)).status, 200)
    })

    test('an administrator sees the messages and what became of them', async () => {
      await using visit = await stage().visit()
      const { page } = visit
      const { id, email } = await addUser(stage().kontor.engine, 'sales', { passwordHash: null })
      await visit.go(`/users/${id}`)
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByText(`The link was sent to ${email}.`).waitFor()
      await mails.mailTo(email)
      await visit.go(`/messages?to=${email}`)
      const subject = page.getByRole('cell', { name: 'Your invitation to Kontor', exact: true })
      await subject.waitFor()
      await visit.picture('mail-messages')
      await subject.click()
      await page.getByRole('heading', { name: 'Your invitation to Kontor' }).waitFor()
      await assertAccessible(page, 'a message')
      await visit.picture('mail-message')
    })
  },
  { environment },
)
