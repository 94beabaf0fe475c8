import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const files = globSync(['*.md', 'web/*.md', 'docs/**/*.md'], { cwd: root })
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** As GitHub derives anchors from headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (file: string) => [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

interface Link {
  readonly from: string
  readonly path: string
  readonly anchor: string | undefined
}

const links = files.flatMap((from) =>
  [...textOf(from).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(
    ([, path, anchor]): Link => ({
      from,
      path: path === '' ? from : relative(root, join(root, dirname(from), path!)),
      anchor,
    }),
  ),
)

test('every link in the documentation leads to an existing file', () => {
  assert.ok(links.length > 20)
  const broken = links.filter(({ path }) => !existsSync(join(root, path)))
  assert.deepEqual(broken, [])
})

test('every anchor in a link is a heading of the linked page', () => {
  const broken = links.filter(({ path, anchor }) => anchor !== undefined && !anchorsIn(path).includes(anchor))
  assert.deepEqual(broken, [])
})
