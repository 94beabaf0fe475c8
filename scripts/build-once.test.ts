import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { buildOnce, root } from './build-once.ts'

describe('A build', () => {
  let folder = ''
  let builds = 0
  beforeEach(() => {
    folder = relative(root, mkdtempSync(join(root, 'node_modules/.build-once-')))
    builds = 0
    writeFileSync(join(root, folder, 'source'), 'one')
  })
  afterEach(() => rmSync(join(root, folder), { recursive: true, force: true }))

  const build = (during = () => {}) =>
    buildOnce({
      name: 'a test',
      target: `${folder}/dist`,
      sources: [`${folder}/source`],
      build: (target) => {
        builds += 1
        mkdirSync(target)
        writeFileSync(join(target, 'built'), readFileSync(join(root, folder, 'source'), 'utf8'))
        during()
      },
    })
  const built = () => readFileSync(join(root, folder, 'dist/built'), 'utf8')

  test('is made once from the same sources', () => {
    build()
    build()
    assert.deepEqual([builds, built()], [1, 'one'])
  })

  test('is made again when a source has changed', () => {
    build()
    writeFileSync(join(root, folder, 'source'), 'two')
    build()
    assert.deepEqual([builds, built()], [2, 'two'])
    assert.deepEqual(readdirSync(join(root, folder)).sort(), ['dist', 'source'])
  })

  test('that fails leaves the former one in its place', () => {
    build()
    writeFileSync(join(root, folder, 'source'), 'two')
    const fail = () => {
      throw new Error('broken')
    }
    assert.throws(() => build(fail), /broken/)
    assert.equal(built(), 'one')
    assert.deepEqual(readdirSync(join(root, folder)).sort(), ['dist', 'source'])
  })

  test('does not replace one of the same sources that another process made meanwhile', () => {
    const place = join(root, folder, 'dist')
    build()
    const digest = readFileSync(join(place, '.digest'), 'utf8')
    rmSync(place, { recursive: true })
    build(() => {
      mkdirSync(place)
      writeFileSync(join(place, 'built'), 'by the other')
      writeFileSync(join(place, '.digest'), digest)
    })
    assert.equal(built(), 'by the other')
  })
})
