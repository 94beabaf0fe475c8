import { html, type Markup } from './html.ts'

export const STYLE_PATH = '/oauth/style.css'

/**
 * No script, no frame, nothing from other origins. There is no form-action: browsers apply it to the redirect back to the
 * app as well, and the button would seem to do nothing. The referrer is sent to our own pages only; without any, browsers
 * would send no origin with a form.
 */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

export interface Page {
  readonly language: string
  readonly title: string
  readonly body: Markup
}

/** The sign of the web interface. */
const LOGO = html`<svg width="36" height="36" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3f52c2"/><path d="M10 8v16M11 16.5 20.5 8M14 14l7.5 10" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`

export const renderPage = ({ language, title, body }: Page): string =>
  html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · Kontor</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${STYLE_PATH}">
  </head>
  <body>
    <header class="brand">${LOGO}Kontor</header>
    <main>
      ${body}
    </main>
  </body>
</html>
`.text
