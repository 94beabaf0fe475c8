import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
// @ts-expect-error: plain JavaScript without declarations.
import { isInstalled, nodeOf } from './installed.mjs'

const of = (version: string, more: object = {}) => ({ version, integrity: `sha512-${version}`, ...more })
const wanted = {
  '': { name: 'kontor-workspace' },
  'node_modules/node': of('26.10.0'),
  'node_modules/yaml': of('2.9.1'),
  'node_modules/kontor': { resolved: 'server', link: true },
  'node_modules/for-another-machine': of('1.0.0', { optional: true }),
}
/** What npm writes down after `npm ci` and after `npm install`. */
const { '': _root, 'node_modules/for-another-machine': _other, ...installed } = wanted

/** Whether a checkout counts as set up that has these packages, and the program of Node or not. */
function isSetUp(packages: object | string | undefined, hasNode = true): boolean {
  const root = mkdtempSync(join(tmpdir(), 'kontor-set-up-'))
  const write = (path: string, content: object | string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify({ packages: content }))
  }
  try {
    write(join(root, 'package-lock.json'), wanted)
    if (packages) write(join(root, 'node_modules/.package-lock.json'), packages)
    if (hasNode) write(nodeOf(root), 'a program')
    return isInstalled(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

test('a checkout is set up after npm ci, and after npm install', () => {
  assert.equal(isSetUp(installed), true)
})

test('a bare checkout is not set up, nor one whose installation was interrupted', () => {
  assert.equal(isSetUp(undefined, false), false)
  assert.equal(isSetUp(undefined), false)
  assert.equal(isSetUp('{"packages":{"node_modules/node'), false)
  assert.equal(isSetUp(installed, false), false, 'without the program of Node')
})

test('another version in the lock file is installed again, that of Node too', () => {
  for (const path of ['node_modules/node', 'node_modules/yaml'])
    assert.equal(isSetUp({ ...installed, [path]: of('1.2.3') }), false, path)
  const other = { ...installed, 'node_modules/yaml': { ...of('2.9.1'), integrity: 'sha512-other' } }
  assert.equal(isSetUp(other), false, 'the same version with other content')
})

test('a new package in the lock file is installed', () => {
  const { 'node_modules/yaml': _yaml, ...fewer } = installed
  assert.equal(isSetUp(fewer), false)
})
