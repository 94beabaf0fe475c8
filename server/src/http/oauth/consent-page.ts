import { own } from '../../model/keys/own.ts'
import { html, type Markup } from './html.ts'
import { renderPage } from './page.ts'
import type { ScopeWords, Words } from './words/words.ts'

export interface Consent {
  readonly step: string
  readonly appName: string
  readonly redirectUri: string
  readonly user: { readonly name: string; readonly email: string }
  readonly allowed: readonly string[]
  /** Asked for, but more than the role of the user has. */
  readonly withheld: readonly string[]
}

export function consentPage(words: Words, consent: Consent): string {
  const { step, appName, redirectUri, user, allowed, withheld } = consent
  const say = words.consent
  return renderPage({
    language: words.language,
    title: say.title(appName),
    body: html`
      <h1>${say.question(appName)}</h1>
      <p class="lead">${say.who(user.name, user.email)}
        <a href="${step}/sign-in">${say.another}</a></p>
      ${
        allowed.length > 0
          ? html`<h2>${say.able}</h2><ul class="scopes">${allowed.map((scope) => scopeItem(words, scope))}</ul>`
          : html`<p class="alert" role="alert">${say.none}</p>`
      }
      ${withheld.length > 0 ? html`<p class="note">${say.withheld(withheld.map((scope) => scopeIn(words, scope).title))}</p>` : null}
      <p class="hint">${say.afterwards(destination(words, redirectUri))}</p>
      <form method="post" action="${step}/allow">
        <div class="actions">
          ${allowed.length > 0 ? html`<button class="primary" type="submit">${say.allow}</button>` : null}
          <button type="submit" formaction="${step}/deny">${say.deny}</button>
        </div>
      </form>`,
  })
}

const scopeIn = ({ scopes }: Words, scope: string): ScopeWords => own(scopes, scope) ?? { title: scope, detail: '' }

function scopeItem(words: Words, scope: string): Markup {
  const { title, detail } = scopeIn(words, scope)
  const mark = scope === 'admin' ? html` class="grave"` : null
  return html`<li${mark}><strong>${title}</strong><span>${detail}</span></li>`
}

function destination({ consent }: Words, address: string): Markup {
  const { protocol, host, hostname } = new URL(address)
  if (protocol === 'https:') return html`<strong>${host}</strong>`
  return protocol === 'http:' ? consent.thisComputer(hostname) : consent.thisDevice(protocol.slice(0, -1))
}
