import { byArea } from './by-area.ts'

export const words = byArea(
  import.meta.glob(['./en/*.json', '!./en/{security,import,first-run}.json'], { eager: true, import: 'default' }),
)
