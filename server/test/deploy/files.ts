import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../../src/config/config.ts'

export const root = join(import.meta.dirname, '../../..')
export const textOf = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8')

/** Variables that configure Node and the C library, not Kontor. */
const FOREIGN = ['NODE_ENV', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX']
const known = settings.map(({ name }): string => name)

/** Those that neither Kontor nor Node reads: misspelt, or of an earlier version. */
export const unknownSettings = (names: readonly string[]): string[] =>
  names.filter((name) => !known.includes(name) && !FOREIGN.includes(name))

export interface Instruction {
  readonly name: string
  readonly value: string
}

/** The instructions of a Dockerfile, each on one line, without comments. */
export function instructionsIn(dockerfile: string): Instruction[] {
  const joined = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  return joined
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, value] = /^([A-Z]+)\s+(.*)$/.exec(line)!
      return { name: name!, value: value! }
    })
}
