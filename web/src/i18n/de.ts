import { byArea } from './by-area.ts'

export const words = byArea(
  import.meta.glob(['./de/*.json', '!./de/{security,import,first-run}.json'], { eager: true, import: 'default' }),
)
