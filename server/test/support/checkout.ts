import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const COPIED = ['biome.json', '.gitignore', 'package.json', 'scripts/lint', 'server/package.json', 'server/src']

export interface Ended {
  readonly code: number
  readonly output: string
}

/** A copy of the source that a test may change. */
export interface Checkout {
  pathOf(file: string): string
  kontor(...words: string[]): Promise<Ended>
  /** What the type checker and the style check say of some files. */
  check(...files: string[]): Promise<readonly Ended[]>
  remove(): void
}

export function createCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-checkout-'))
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const run = (program: string, ...words: string[]) =>
    new Promise<Ended>((resolve) => {
      execFile(program, words, { cwd: folder }, (error, output, said) =>
        resolve({ code: error ? Number(error.code) : 0, output: output + said }),
      )
    })
  return {
    pathOf: (file) => join(folder, file),
    kontor: (...words) => run(process.execPath, 'server/src/cli.ts', ...words),
    async check(...files) {
      const config = { extends: join(ROOT, 'tsconfig.json'), include: files }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
      return [
        await run('node_modules/.bin/tsc'),
        await run('node_modules/.bin/biome', 'check', '--error-on-warnings', ...files),
      ]
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
