import names from '../../../server/src/texts/en/names.json'

/** By the paths of their files. The names of what the server declares are those of its own texts. */
export const words: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...import.meta.glob(
    ['./en/*.json', '!./en/{access,administration,security,import,first-run,live,webhooks,effects}.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
  './en/names.json': names,
}
