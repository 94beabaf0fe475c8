const LINK = /https?:\/\/[^\s<>"]+/g

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The plain text as HTML: paragraphs, and links that can be clicked. */
export function htmlOf(text: string, language: string): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => escaped(paragraph).replace(LINK, '<a href="$&">$&</a>').replaceAll('\n', '<br>'))
    .map((paragraph) => `<p>${paragraph}</p>`)
  const style = 'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em'
  return `<!doctype html><html lang="${language}"><body style="${style}">${paragraphs.join('')}</body></html>`
}
