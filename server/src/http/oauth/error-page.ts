import { html, type Markup } from './html.ts'
import { renderPage } from './page.ts'
import type { Words } from './words.ts'

export interface Failure {
  readonly title: string
  readonly message: string | Markup
  /** What the app did wrong, in the words of the protocol. */
  readonly code?: string
  readonly requestId: string
}

export const errorPage = (words: Words, { title, message, code, requestId }: Failure): string =>
  renderPage({
    language: words.language,
    title,
    body: html`
      <h1>${title}</h1>
      <p class="alert" role="alert">${message}</p>
      <dl>
        ${code ? html`<dt>${words.error}</dt><dd><code>${code}</code></dd>` : null}
        <dt>${words.request}</dt><dd><code>${requestId}</code></dd>
      </dl>
      <p>${words.hint}</p>`,
  })
