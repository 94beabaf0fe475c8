import { globSync } from 'node:fs'
import { isAbsolute, join, normalize, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export const everyFile = (): string[] =>
  globSync(['{client,server,web}/{src,test}/**/*.test.ts', '{bench,drills,scripts}/**/*.test.ts'], { cwd: root }).sort()

/** Files whose path contains one of the words. A word may be a path. */
export function filesNamed(words: readonly string[], files: readonly string[]): string[] {
  const parts = words.map((word) => (isAbsolute(word) ? relative(root, word) : normalize(word)))
  for (const [index, part] of parts.entries())
    if (!files.some((file) => file.includes(part)))
      throw new Error(`No test file has a path that contains "${words[index]}".`)
  return files.filter((file) => parts.some((part) => file.includes(part)))
}
