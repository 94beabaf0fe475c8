import { html } from './html.ts'
import { renderPage } from './page.ts'
import type { Words } from './words/words.ts'

export interface SignIn {
  /** The address that the forms of this step begin with. */
  readonly step: string
  readonly appName: string
  readonly email: string
  readonly fault?: string
  readonly sso?: { readonly name: string; readonly address: string }
}

/** The same fields that any password manager knows. */
export const signInPage = (
  { language, signIn, sso: words }: Words,
  { step, appName, email, fault, sso }: SignIn,
): string =>
  renderPage({
    language,
    title: signIn.title,
    body: html`
      <h1>${signIn.title}</h1>
      <p class="lead">${signIn.lead(appName)}</p>
      ${fault ? html`<p class="alert" role="alert" id="fault">${fault}</p>` : null}
      <form method="post" action="${step}/sign-in">
        <label for="email">${signIn.email}</label>
        <input id="email" name="email" type="email" value="${email}" autocomplete="username" required maxlength="254"
          spellcheck="false" autocapitalize="none" ${described(fault)} ${email ? null : html`autofocus`}>
        <label for="password">${signIn.password}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"
          ${described(fault)} ${email ? html`autofocus` : null}>
        <div class="actions">
          <button class="primary" type="submit">${signIn.title}</button>
          <button type="submit" formaction="${step}/deny" formnovalidate>${signIn.cancel}</button>
        </div>
      </form>
      ${sso ? html`<p class="other"><a href="${sso.address}">${words.button(sso.name)}</a></p>` : null}`,
  })

const described = (fault: string | undefined) => (fault ? html`aria-invalid="true" aria-describedby="fault"` : null)
