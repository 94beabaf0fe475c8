import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './files.ts'

interface Locked {
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

/** Licences that allow Kontor to ship the package under Apache-2.0. */
const SHIPPED = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'Zlib',
  'CC0-1.0',
]
/** Of fonts. */
const FONTS = ['OFL-1.1']
/** Also for tools that only developers use. */
const TOOLS = ['MPL-2.0', 'Python-2.0', 'PSF-2.0']
/** The lock file does not name their licence. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' }

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

/** For an SPDX expression: all of `A AND B`, one of `A OR B`. */
const isAccepted = (expression: string, accepted: readonly string[]): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => accepted.includes(name.trim())))

test('every package that Kontor ships has a licence that allows it, and so has every tool', () => {
  assert.ok(installed.length > 100)
  const wrong = installed.filter(([path, { license = READ_BY_HAND[path] ?? '', dev = false }]) => {
    const fonts = path.includes('@fontsource') ? FONTS : []
    return !isAccepted(license, dev ? [...SHIPPED, ...TOOLS] : [...SHIPPED, ...fonts])
  })
  assert.deepEqual(
    wrong.map(([path, { license }]) => `${path}: ${license}`),
    [],
  )
})

test('a licence of one choice is enough, and of a combination all are needed', () => {
  assert.equal(isAccepted('(GPL-3.0 OR MIT)', SHIPPED), true)
  assert.equal(isAccepted('(MIT AND GPL-3.0)', SHIPPED), false)
  assert.equal(isAccepted('', SHIPPED), false)
})
