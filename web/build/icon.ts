import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ICON = join(import.meta.dirname, '../src/icon.svg')

/** Puts the icon into the page itself: it is smaller than the headers of a further request. */
export const icon = (): Plugin => ({
  name: 'icon',
  transformIndexHtml: {
    order: 'pre',
    handler: (page) => page.replace('%ICON%', `data:image/svg+xml,${encodeURIComponent(readFileSync(ICON, 'utf8'))}`),
  },
})
