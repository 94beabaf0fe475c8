import type { AnyRecord } from '../../model/resource.ts'
import { html } from './html.ts'
import { PAGE_HEADERS, renderPage } from './page.ts'
import type { Words } from './words/words.ts'

export const SCRIPT_PATH = '/oauth/passkey.js'

/** The only page with a script: a passkey cannot be used without one. */
export const SCRIPT_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': `${PAGE_HEADERS['content-security-policy']}; script-src 'self'`,
}

/** Without it, or without passkeys, the code can still be entered. */
export const SCRIPT = `
const button = document.getElementById('use-passkey')
if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) button.hidden = false
button.addEventListener('click', async () => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(button.dataset.options))
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!credential) return
  button.form.elements.passkey.value = JSON.stringify(credential)
  button.form.submit()
})
`

export interface SecondFactorStep {
  /** The address that the forms of this step begin with. */
  readonly step: string
  readonly challenge: string
  readonly passkeyOptions?: AnyRecord
  readonly fault?: string
}

export const secondFactorPage = ({ language, secondFactor, signIn }: Words, asked: SecondFactorStep): string => {
  const { step, challenge, passkeyOptions, fault } = asked
  return renderPage({
    language,
    title: secondFactor.title,
    body: html`
      <h1>${secondFactor.title}</h1>
      <p class="lead">${secondFactor.lead}</p>
      ${fault ? html`<p class="alert" role="alert" id="fault">${fault}</p>` : null}
      <form method="post" action="${step}/sign-in">
        <input type="hidden" name="challenge" value="${challenge}">
        <input type="hidden" name="options" value="${passkeyOptions ? JSON.stringify(passkeyOptions) : ''}">
        <input type="hidden" name="passkey" value="">
        <label for="code">${secondFactor.code}</label>
        <input id="code" name="code" autocomplete="one-time-code" required maxlength="20" spellcheck="false" autofocus
          ${fault ? html`aria-invalid="true" aria-describedby="fault"` : null}>
        <div class="actions">
          <button class="primary" type="submit">${signIn.title}</button>
          ${passkeyOptions ? passkeyButton(secondFactor.passkey, passkeyOptions) : null}
          <button type="submit" formaction="${step}/deny" formnovalidate>${signIn.cancel}</button>
        </div>
      </form>
      ${passkeyOptions ? html`<script src="${SCRIPT_PATH}" defer></script>` : null}`,
  })
}

const passkeyButton = (title: string, options: AnyRecord) =>
  html`<button type="button" id="use-passkey" data-options="${JSON.stringify(options)}" hidden>${title}</button>`
