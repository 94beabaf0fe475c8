import { html } from './html.ts'
import { type Page, renderPage } from './page.ts'

export interface Failure {
  readonly title: string
  readonly message: string
  /** What the app did wrong, in the words of the protocol. */
  readonly code?: string
  readonly requestId: string
}

export const errorPage = ({ title, message, code, requestId }: Failure): string => {
  const page: Page = {
    title,
    body: html`
      <h1>${title}</h1>
      <p class="alert" role="alert">${message}</p>
      <dl class="facts">
        ${code ? html`<dt>Error</dt><dd><code>${code}</code></dd>` : null}
        <dt>Request</dt><dd><code>${requestId}</code></dd>
      </dl>
      <p class="hint">If this happens again, tell whoever runs the app or your Kontor, and give the number above.</p>`,
  }
  return renderPage(page)
}
