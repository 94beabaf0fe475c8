// The package of the server as `npm pack` makes it, installed in an empty folder without the checkout.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runKontor, startKontor } from '../support/process.ts'
import { installedPackage } from './installed-package.ts'

const MEGABYTE = 1_000_000
const PACKED_MAX = 4 * MEGABYTE
const UNPACKED_MAX = 8 * MEGABYTE
const ADMIN = { email: 'admin@example.com', password: 'a long enough passphrase 7' }
/** Replaces the version that the program sees. */
const OLDER_NODE = `--import=data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})`

describe('The package of the server', () => {
  const installed = installedPackage()
  const environment = () => ({
    KONTOR_DATA: join(installed().folder, 'data'),
    KONTOR_ADMIN_EMAIL: ADMIN.email,
    KONTOR_ADMIN_PASSWORD: ADMIN.password,
  })
  const kontor = (...words: string[]) => runKontor(words, environment(), { program: installed().program })

  test('contains JavaScript, the built web interface, README and licence, no TypeScript and no tests', () => {
    const paths = installed().packed.files.map(({ path }) => path)
    for (const path of ['bin/kontor.mjs', 'dist/cli.js', 'dist/web/index.html', 'LICENSE', 'README.md'])
      assert.ok(paths.includes(path), path)
    assert.deepEqual(
      paths.filter((path) => /\.tsx?$|\.test\.|^(src|test)\/|(^|\/)\./.test(path)),
      [],
    )
  })

  test(`is smaller than ${PACKED_MAX / MEGABYTE} MB packed and ${UNPACKED_MAX / MEGABYTE} MB unpacked`, () => {
    const { size, unpackedSize } = installed().packed
    assert.ok(size < PACKED_MAX, `${size}`)
    assert.ok(unpackedSize < UNPACKED_MAX, `${unpackedSize}`)
  })

  test('depends on exact versions of published packages only', () => {
    const { dependencies, optionalDependencies, devDependencies, engines, private: isPrivate } = installed().manifest
    const versions = Object.values<string>({ ...(dependencies as object), ...(optionalDependencies as object) })
    assert.ok(versions.length > 10)
    for (const version of versions) assert.match(version, /^\d+\.\d+\.\d+$/)
    assert.deepEqual([devDependencies, engines, isPrivate], [undefined, { node: '>=26' }, undefined])
  })

  test('prints its commands with --help, and refuses the command for developers', async () => {
    const help = await kontor('--help')
    assert.deepEqual([help.code, help.said], [0, ''])
    assert.match(help.output, /^Usage: kontor <command>/)
    const refused = await kontor('new-migration', 'gadgets')
    assert.equal(refused.code, 2)
    assert.match(refused.said, /Run it in a checkout of Kontor/)
  })

  test('says on an older Node which version it needs', async () => {
    const { code, said } = await runKontor(['--help'], { NODE_OPTIONS: OLDER_NODE }, { program: installed().program })
    assert.equal(code, 1)
    assert.match(said, /^Kontor needs Node\.js 26 or newer, and this is 20\.1\.0\. Install /)
  })

  for (const workers of ['1', '2'])
    test(`serves the API and the web interface with ${workers} worker(s)`, async () => {
      const settings = { ...environment(), KONTOR_WORKERS: workers }
      await using server = await startKontor(settings, { program: installed().program })
      const call = caller(server.origin)
      await call.signIn()
      const unique = `BOLT-${workers}`
      const item = await call('POST', '/items', { itemCode: unique, itemName: 'Bolt', sellingPrice: 2.5, taxRate: 19 })
      const customer = await call('POST', '/customers', { name: 'Nordlicht GmbH' })
      const lines = [{ item: item.id, quantity: 4 }]
      const order = await call('POST', '/sales-orders', { customer: customer.id, items: lines })
      assert.equal(order.total, 11.9)
      const page = await fetch(server.origin, { headers: { accept: 'text/html' } })
      const html = await page.text()
      assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
      const [, script] = /<script[^>]+src="([^"]+)"/.exec(html)!
      assert.equal((await fetch(new URL(script!, server.origin))).status, 200)
      const pdf = await fetch(`${server.origin}/api/v1/sales-orders/${order.id}/pdf`, { headers: call.headers() })
      assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf'])
      const sheet = await fetch(`${server.origin}/api/v1/items/export?format=xlsx`, { headers: call.headers() })
      assert.equal(sheet.status, 200)
      assert.equal((await sheet.bytes()).subarray(0, 2).toString(), '80,75')
      assert.equal((await fetch(`${server.origin}/docs`)).status, 200)
      assert.equal((await server.stop()).code, 0)
    })

  test('verifies and backs up what it has stored', async () => {
    const file = join(installed().folder, 'backup.db')
    assert.equal((await kontor('verify')).code, 0)
    const backup = await kontor('backup', file)
    assert.deepEqual([backup.code, backup.said.includes('Error')], [0, false])
    assert.ok(statSync(file).size > 100_000)
  })
})

interface Caller {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  (method: string, path: string, body?: object): Promise<any>
  signIn(): Promise<void>
  headers(): Record<string, string>
}

function caller(origin: string): Caller {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${origin}/api/v1${path}`, init)
    const answer = (await response.json()) as { success: boolean; data: { token: string } }
    assert.ok(answer.success, JSON.stringify(answer))
    return answer.data
  }
  return Object.assign(call, {
    async signIn() {
      headers.Authorization = `Bearer ${(await call('POST', '/auth/login', ADMIN)).token}`
    },
    headers: () => headers,
  })
}
