import { byArea } from './by-area.ts'

export const words = byArea(
  import.meta.glob(['./en/*.json', '!./en/security.json'], { eager: true, import: 'default' }),
)
