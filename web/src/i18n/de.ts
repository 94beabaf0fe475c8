/** By the paths of their files. */
export const words: Readonly<Record<string, Readonly<Record<string, unknown>>>> = import.meta.glob(
  ['./de/*.json', '!./de/{security,import,first-run}.json'],
  { eager: true, import: 'default' },
)
