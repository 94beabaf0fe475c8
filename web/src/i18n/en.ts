import names from '../../../server/src/texts/en/names.json'
import { byArea } from './by-area.ts'

/** The names of what the server declares are those of its own tables. */
export const words = {
  ...byArea(
    import.meta.glob(['./en/*.json', '!./en/{security,import,first-run}.json'], { eager: true, import: 'default' }),
  ),
  names,
}
