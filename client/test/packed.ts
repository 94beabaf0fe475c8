// The client as it is published, installed in a folder of its own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'

export const root = join(import.meta.dirname, '../..')

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

export interface Installed {
  readonly folder: string
  /** What the package contains. */
  readonly paths: readonly string[]
}

export function installedClient(): () => Installed {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-client-'))
  let packed: Packed | undefined
  before(() => {
    const words = ['pack', '--json', '--silent', '--pack-destination', folder]
    const output = execFileSync('npm', words, { cwd: join(root, 'client'), encoding: 'utf8' })
    packed = JSON.parse(output.slice(output.indexOf('[')))[0] as Packed
    const modules = join(folder, 'node_modules')
    mkdirSync(join(modules, '@kontor/client'), { recursive: true })
    const archive = join(folder, packed.filename)
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', join(modules, '@kontor/client')])
    symlinkSync(join(root, 'node_modules/@types'), join(modules, '@types'))
    symlinkSync(join(root, 'node_modules/undici-types'), join(modules, 'undici-types'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  return () => ({ folder, paths: packed!.files.map(({ path }) => path) })
}

const CONFIG = {
  compilerOptions: { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: ['node'] },
}

/** Throws what is wrong with the types of a program in the folder. */
export function checkTypes({ folder }: Installed, program: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = Object.entries(CONFIG.compilerOptions).flatMap(([name, value]) => [`--${name}`, String(value)])
  execFileSync(process.execPath, [tsc, ...options, program], { cwd: folder, stdio: 'pipe', encoding: 'utf8' })
}
