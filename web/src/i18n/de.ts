import names from '../../../server/src/texts/de/names.json'
import { byArea } from './by-area.ts'

/** The names of what the server declares are those of its own messages. */
export const words = {
  ...byArea(
    import.meta.glob(['./de/*.json', '!./de/{security,import,first-run}.json'], { eager: true, import: 'default' }),
  ),
  names,
}
