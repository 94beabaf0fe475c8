import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { everyFile, filesNamed, root } from './files.ts'
import { readOptions } from './options.ts'
import {
  ALONE,
  DETAILS,
  EMBEDDED_ONLY,
  FULL_RUN_ONLY,
  grouped,
  isEmbeddedOnly,
  isFullRunOnly,
  isParity,
  LONG_STORIES,
  PARITY,
} from './selection.ts'
import { shuffled } from './shuffle.ts'

describe('The options of the test command', () => {
  test('without any, the fast selection runs', () => {
    const fast = { words: [], isFull: false, isStrict: false, listsTimes: false, seed: undefined }
    assert.deepEqual(readOptions([], {}), fast)
    assert.deepEqual(readOptions(['--times'], {}), { ...fast, listsTimes: true })
  })

  test('--all and CI=true run everything, and CI=true lets nothing be left out', () => {
    assert.partialDeepStrictEqual(readOptions(['--all'], {}), { isFull: true, isStrict: false })
    assert.partialDeepStrictEqual(readOptions([], { CI: 'true' }), { isFull: true, isStrict: true })
    assert.partialDeepStrictEqual(readOptions([], { CI: 'false' }), { isFull: false, isStrict: false })
  })

  test('words choose files, with --all and CI=true too', () => {
    const words = ['lists', 'search']
    assert.partialDeepStrictEqual(readOptions(words, {}), { words, isFull: false })
    assert.partialDeepStrictEqual(readOptions(['--all', ...words], {}), { words, isFull: true })
    assert.partialDeepStrictEqual(readOptions(words, { CI: 'true' }), { words, isFull: true, isStrict: true })
  })

  test('--shuffle chooses a seed unless one is given', () => {
    assert.equal(readOptions(['--shuffle=7', 'lists'], {})?.seed, 7)
    const { words, seed } = readOptions(['--shuffle', 'lists'], {})!
    assert.deepEqual([words, Number.isSafeInteger(seed)], [['lists'], true])
    for (const wrong of ['--shuffle=', '--shuffle=often']) assert.equal(readOptions([wrong], {}), undefined, wrong)
  })

  test('an option that does not exist is refused', () => {
    assert.equal(readOptions(['--everything'], {}), undefined)
    assert.equal(readOptions(['--all=no'], {}), undefined)
  })
})

describe('Words of the test command', () => {
  const files = [
    'server/src/model/fold.test.ts',
    'server/test/lists/sorting.test.ts',
    'server/test/search/answers.test.ts',
  ]

  test('choose all files whose path contains one of them, each once', () => {
    assert.deepEqual(filesNamed(['lists'], files), [files[1]])
    assert.deepEqual(filesNamed(['server/test', 'sorting'], files), [files[1], files[2]])
  })

  test('may be paths, from the root of the project or absolute', () => {
    for (const path of [files[0]!, `./${files[0]}`, join(root, files[0]!)])
      assert.deepEqual(filesNamed([path], files), [files[0]], path)
  })

  test('a word that no path contains is refused, whatever the others choose', () => {
    assert.throws(() => filesNamed(['lists', 'nowhere'], files), /No test file has a path that contains "nowhere"\./)
  })
})

describe('The fast selection', () => {
  const files = everyFile()

  test('each entry names a file or a folder that exists, so that none is forgotten when files move', () => {
    for (const entry of [...ALONE, ...DETAILS, ...EMBEDDED_ONLY, ...FULL_RUN_ONLY, ...LONG_STORIES, ...PARITY])
      assert.ok(
        files.some((file) => (entry.endsWith('/') ? file.startsWith(entry) : file === `${entry}.test.ts`)),
        entry,
      )
  })

  test('no file is tested on the embedded database alone and on PostgreSQL too', () => {
    assert.deepEqual(
      files.filter((file) => isEmbeddedOnly(file) && isParity(file)),
      [],
    )
  })

  test('no file is both left out and tested on PostgreSQL', () => {
    assert.deepEqual(
      files.filter((file) => isFullRunOnly(file) && isParity(file)),
      [],
    )
  })
})

describe('A random order', () => {
  const groups = [['a', 'b', 'c'], ['d'], ['e', 'f']]

  test('keeps the groups, and is the same for the same seed', () => {
    const members = (some: readonly (readonly string[])[]) => some.map((group) => group.toSorted().join()).sort()
    assert.deepEqual(members(shuffled(groups, 7)), members(groups))
    assert.deepEqual(shuffled(groups, 7), shuffled(groups, 7))
    const orders = new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(shuffled(groups, seed))))
    assert.ok(orders.size > 10, `${orders.size} orders`)
  })
})

describe('Files that share a process', () => {
  test('run each once, and on the same databases', () => {
    const files = everyFile()
    const groups = grouped(files)
    assert.deepEqual(groups.flat().sort(), files)
    for (const isAlike of [isParity, isEmbeddedOnly])
      for (const some of groups) assert.equal(new Set(some.map(isAlike)).size, 1, some.join(', '))
  })
})
