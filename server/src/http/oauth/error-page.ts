import { html, type Markup } from './html.ts'
import { renderPage } from './page.ts'
import type { Words } from './words/words.ts'

export interface Failure {
  readonly title: string
  readonly message: string | Markup
  /** What the app did wrong, in the words of the protocol. */
  readonly code?: string
  readonly requestId: string
}

export const errorPage = ({ language, failure }: Words, { title, message, code, requestId }: Failure): string =>
  renderPage({
    language,
    title,
    body: html`
      <h1>${title}</h1>
      <p class="alert" role="alert">${message}</p>
      <dl class="facts">
        ${code ? html`<dt>${failure.error}</dt><dd><code>${code}</code></dd>` : null}
        <dt>${failure.request}</dt><dd><code>${requestId}</code></dd>
      </dl>
      <p class="hint">${failure.hint}</p>`,
  })
