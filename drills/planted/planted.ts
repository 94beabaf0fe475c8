import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../server/test/support/process.ts'

export const SETTING = 'KONTOR_DRILL_PLANTED'
export const SOURCE = join(import.meta.dirname, '../../server/src')

/** A part of a source file below `server/src`, and what stands there instead. */
export interface Replacement {
  readonly file: string
  readonly part: string
  readonly by: string
}

/** Throws unless the part is there once. */
export function replaced(source: string, { file, part, by }: Replacement): string {
  const [before, after, ...more] = source.split(part)
  if (after === undefined || more.length > 0) throw new Error(`${file} does not contain this part once: ${part}`)
  return before + by + after
}

/** Settings with which a server has a bug. */
export function planted(replacements: readonly Replacement[]): Environment {
  for (const [file, some] of Map.groupBy(replacements, (replacement) => replacement.file))
    some.reduce(replaced, readFileSync(join(SOURCE, file), 'utf8'))
  return {
    // A bundle has no sources that could be replaced.
    KONTOR_TEST_SERVER: join(SOURCE, 'cli.ts'),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'plant.ts')}`,
    [SETTING]: JSON.stringify(replacements),
  }
}
