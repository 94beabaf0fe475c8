// The package as it is published: what is in it, and the tour of its README on a running server.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../server/test/support/databases.ts'
import { createKey } from '../../server/test/support/keys.ts'
import { siteFor } from './site.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'kontor-client-'))
const CONFIG = {
  compilerOptions: { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: ['node'] },
}
/** What the tour prints. */
const PRINTED = [
  /^1 of 1: BOLT-M8$/,
  /^INV-\d{4}-00001\.pdf true$/,
  /^SO-\d{4}-00001 \d+/,
  /^NOTHING_TO_INVOICE All of the order SO-\d{4}-00001 has been invoiced/,
]

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

let packed: Packed
before(() => {
  const words = ['pack', '--json', '--silent', '--pack-destination', folder]
  const output = execFileSync('npm', words, { cwd: join(root, 'client'), encoding: 'utf8' })
  packed = JSON.parse(output.slice(output.indexOf('[')))[0]
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@kontor/client'), { recursive: true })
  const archive = join(folder, packed.filename)
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', join(modules, '@kontor/client')])
  symlinkSync(join(root, 'node_modules/@types'), join(modules, '@types'))
  symlinkSync(join(root, 'node_modules/undici-types'), join(modules, 'undici-types'))
  const readme = readFileSync(join(modules, '@kontor/client/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!)
  writeFileSync(join(folder, 'tour.mts'), blocks.join('\n'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('the package contains the built client, its README, its licence, and nothing else', () => {
  const others = packed.files.map(({ path }) => path).filter((path) => !/^dist\/.+\.(js|d\.ts)$/.test(path))
  assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json'])
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined])
})

test('the tour of the README type checks with the types of the package', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'pipe', encoding: 'utf8' })
})

onEveryDatabase('The tour of the README', (kind) => {
  const site = siteFor(kind)

  test('does what it says', async () => {
    const { key } = await createKey(site().server, { scopes: ['read', 'write', 'delete', 'admin'] })
    const env = { ...process.env, KONTOR_URL: site().origin, KONTOR_API_KEY: key }
    const program = spawn(process.execPath, [join(folder, 'tour.mts')], { env, cwd: folder })
    let output = ''
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (output += text))
    const code = await new Promise((resolve) => program.on('close', resolve))
    assert.equal(code, 0, output)
    const lines = output.trim().split('\n')
    assert.equal(lines.length, PRINTED.length, output)
    for (const [index, line] of lines.entries()) assert.match(line, PRINTED[index]!)
  })
})
