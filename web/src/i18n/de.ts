import names from '../../../server/src/texts/de/names.json'

/** By the paths of their files. The names of what the server declares are those of its own texts. */
export const words: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...import.meta.glob(
    ['./de/*.json', '!./de/{access,administration,security,import,first-run,live,webhooks,effects}.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
  './de/names.json': names,
}
