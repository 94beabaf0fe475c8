import { html } from './html.ts'
import { renderPage } from './page.ts'

export interface SignIn {
  /** The address that the forms of this step begin with. */
  readonly step: string
  readonly appName: string
  readonly email: string
  readonly fault?: string
}

/** The same fields that any password manager knows. */
export const signInPage = ({ step, appName, email, fault }: SignIn): string =>
  renderPage({
    title: 'Sign in',
    body: html`
      <h1>Sign in</h1>
      <p class="lead">to continue to <strong>${appName}</strong></p>
      ${fault ? html`<p class="alert" role="alert" id="fault">${fault}</p>` : null}
      <form method="post" action="${step}/sign-in">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" value="${email}" autocomplete="username" required maxlength="254"
          spellcheck="false" autocapitalize="none" ${described(fault)} ${email ? null : html`autofocus`}>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"
          ${described(fault)} ${email ? html`autofocus` : null}>
        <div class="actions">
          <button class="primary" type="submit">Sign in</button>
          <button type="submit" formaction="${step}/deny" formnovalidate>Cancel</button>
        </div>
      </form>`,
  })

const described = (fault: string | undefined) => (fault ? html`aria-invalid="true" aria-describedby="fault"` : null)
