import { html, type Markup } from './html.ts'
import { renderPage } from './page.ts'

export interface Consent {
  readonly step: string
  readonly appName: string
  readonly redirectUri: string
  readonly user: { readonly name: string; readonly email: string }
  readonly allowed: readonly string[]
  /** Asked for, but more than the role of the user has. */
  readonly withheld: readonly string[]
}

interface Words {
  readonly title: string
  readonly detail: string
}

const WORDS: { readonly [scope: string]: Words } = {
  read: { title: 'See records', detail: 'Whatever you may see yourself.' },
  write: { title: 'Create and change records', detail: 'Orders, invoices and whatever else you may change yourself.' },
  delete: { title: 'Delete records', detail: 'Whatever you may delete yourself.' },
  admin: { title: 'Administer this Kontor', detail: 'Users, roles, API keys, apps and settings.' },
  openid: { title: 'Know who you are', detail: 'Your user id.' },
  profile: { title: 'See your name', detail: 'As it is shown in Kontor.' },
  email: { title: 'See your e-mail address', detail: 'The one that you sign in with.' },
  offline_access: { title: 'Stay connected', detail: 'Also while you are away.' },
}

export function consentPage(consent: Consent): string {
  const { step, appName, redirectUri, user, allowed, withheld } = consent
  return renderPage({
    title: `Allow ${appName}`,
    body: html`
      <h1>Let <strong>${appName}</strong> use your Kontor?</h1>
      <p class="lead">You are signed in as <strong>${user.name}</strong> (${user.email}).
        <a href="${step}/sign-in">Use another account</a></p>
      ${
        allowed.length > 0
          ? html`<h2>The app will be able to</h2><ul class="scopes">${allowed.map(scopeItem)}</ul>`
          : html`<p class="alert" role="alert">Your role has none of the rights that the app asks for.</p>`
      }
      ${withheld.length > 0 ? withheldNote(withheld) : null}
      <p class="hint">Afterwards you are sent to ${destination(redirectUri)}.
        You can shut the app out again at any time.</p>
      <form method="post" action="${step}/allow">
        <div class="actions">
          ${allowed.length > 0 ? html`<button class="primary" type="submit">Allow</button>` : null}
          <button type="submit" formaction="${step}/deny">Deny</button>
        </div>
      </form>`,
  })
}

const wordsOf = (scope: string): Words => WORDS[scope] ?? { title: scope, detail: '' }

function scopeItem(scope: string): Markup {
  const { title, detail } = wordsOf(scope)
  const mark = scope === 'admin' ? html` class="grave"` : null
  return html`<li${mark}><strong>${title}</strong><span>${detail}</span></li>`
}

function withheldNote(withheld: readonly string[]): Markup {
  const words = withheld.map((scope) => wordsOf(scope).title.toLowerCase()).join(', ')
  return html`<p class="note">It also asked to ${words}. Your role does not have that right, so the app will not get it.</p>`
}

function destination(address: string): Markup {
  const { protocol, host, hostname } = new URL(address)
  if (protocol === 'https:') return html`<strong>${host}</strong>`
  if (protocol === 'http:') return html`a program on this computer (<strong>${hostname}</strong>)`
  return html`the app <strong>${protocol.slice(0, -1)}</strong> on this device`
}
