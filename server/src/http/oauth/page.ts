import { html, type Markup } from './html.ts'

export const STYLE_PATH = '/oauth/style.css'

/** No script, no frame, nothing from other origins. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

export interface Page {
  readonly language: string
  readonly title: string
  readonly body: Markup
}

/** A page that is shown where the web interface cannot be: an error, or that all is done. */
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
    <main>
      ${body}
    </main>
  </body>
</html>
`.text
