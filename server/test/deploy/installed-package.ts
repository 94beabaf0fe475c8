// The server as it is published, installed in a folder outside the checkout.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const root = join(import.meta.dirname, '../../..')

export interface Packed {
  readonly filename: string
  /** Bytes of the archive, and of the files in it. */
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

export interface InstalledPackage {
  readonly folder: string
  readonly packed: Packed
  readonly manifest: { readonly [key: string]: unknown }
  readonly program: string
}

/** What `npm pack` makes of the server. */
export async function packServer(folder: string): Promise<Packed> {
  const words = ['pack', '--json', '--silent', '--workspace', 'kontor', '--pack-destination', folder]
  const { stdout } = await run('npm', words, { cwd: root, maxBuffer: 1 << 24 })
  return JSON.parse(stdout.slice(stdout.indexOf('[\n')))[0] as Packed
}

/** Without the optional Node: the tests run on the right version already, and it is 200 MB. */
const INSTALL = ['install', '--omit=dev', '--omit=optional', '--prefer-offline', '--no-audit', '--no-fund']

export function installedPackage(): () => InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-package-'))
  let packed: Packed | undefined
  before(async () => {
    packed = await packServer(folder)
    writeFileSync(join(folder, 'package.json'), '{}')
    await run('npm', [...INSTALL, join(folder, packed.filename)], { cwd: folder })
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const installed = join(folder, 'node_modules/kontor')
  return () => ({
    folder,
    packed: packed!,
    manifest: JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')),
    program: join(installed, 'bin/kontor.mjs'),
  })
}
