// The package as it is published: what is in it, and the tour of its README on a running server.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../../server/test/support/databases.ts'
import { createKey } from '../../server/test/support/keys.ts'
import { checkTypes, installedClient, root } from './packed.ts'
import { siteFor } from './site.ts'

const installed = installedClient()
/** What the tour prints. */
const PRINTED = [
  /^1 of 1: BOLT-M8$/,
  /^INV-\d{4}-00001\.pdf true$/,
  /^SO-\d{4}-00001 \d+/,
  /^invoices\.paid inv_\w+ \d+ \S+$/,
  /^NOTHING_TO_INVOICE All of the order SO-\d{4}-00001 has been invoiced/,
]

before(() => {
  const { folder } = installed()
  const readme = readFileSync(join(folder, 'node_modules/@kontor/client/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!)
  writeFileSync(join(folder, 'tour.mts'), blocks.join('\n'))
})

test('the package contains the built client, its README, its licence, and nothing else', () => {
  const others = installed().paths.filter((path) => !/^dist\/.+\.(js|d\.ts)$/.test(path))
  assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json'])
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined])
})

test('the tour of the README type checks with the types of the package', () => {
  checkTypes(installed(), 'tour.mts')
})

onEveryDatabase('The tour of the README', (kind) => {
  const site = siteFor(kind)

  test('does what it says', async () => {
    const { key } = await createKey(site().server, { scopes: ['read', 'write', 'delete', 'admin'] })
    const env = { ...process.env, KONTOR_URL: site().origin, KONTOR_API_KEY: key }
    const { folder } = installed()
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
