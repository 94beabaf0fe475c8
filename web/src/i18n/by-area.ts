type Words = Readonly<Record<string, unknown>>

/** The files of a language by the names of their areas. */
export const byArea = (files: Readonly<Record<string, Words>>): Readonly<Record<string, Words>> =>
  Object.fromEntries(Object.entries(files).map(([path, words]) => [/([\w-]+)\.json$/.exec(path)![1]!, words]))
