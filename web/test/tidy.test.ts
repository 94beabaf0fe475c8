import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { everyResource } from '../../server/src/app/every-resource.ts'
import { RIGHTS } from '../../server/src/model/rights.ts'
import { catalog } from '../../server/src/resources/catalog.ts'
import { cyclesIn } from '../../server/test/support/cycles.ts'
import { longFunctions } from '../../server/test/support/functions.ts'
import { everyRoute } from '../../server/test/support/product.ts'

const pagesOfTheirOwn = ['dashboard', 'settings', 'import']
const screens = ['api', 'i18n', 'ui', 'fields', 'screens']

/** What each folder may import, as on the server: a folder that is missing from a list is out of bounds. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  api: ['api'],
  i18n: ['api', 'i18n'],
  ui: ['api', 'i18n', 'ui'],
  fields: ['api', 'i18n', 'ui', 'fields'],
  screens,
  resources: [...screens, 'resources'],
  ...Object.fromEntries(pagesOfTheirOwn.map((area) => [area, [...screens, area]])),
  pages: ['ui', ...pagesOfTheirOwn],
  shell: [...screens, ...pagesOfTheirOwn, 'resources', 'pages', 'shell', 'theme', 'icon.svg'],
  main: ['i18n', 'ui', 'shell'],
}
const LINES_MAX = 300
const FUNCTION_LINES_MAX = 60
const FOLDER_MAX = 24

const source = join(import.meta.dirname, '../src')
const styles = join(import.meta.dirname, '../../node_modules/@mantine/core/styles')
const files = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
type SourceFile = (typeof files)[number]

const layerOf = (path: string) => path.split('/')[0]!.replace(/\.tsx?$/, '')
const isOutside = (target: string) => target.startsWith('..')
const importsOf = ({ path, text }: SourceFile) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map(([, target]) => relative('.', join(dirname(path), target!)))

test('every import points down the layers', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isOutside(target) && !target.endsWith('.css'))
      .filter((target) => !allowed[layerOf(file.path)]?.includes(layerOf(target)))
      .map((target) => `${file.path} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('outside itself it uses only what runs in the browser: the client, the model, declarations, and what needs nothing else', () => {
  const isPure = (target: string) =>
    /^\.\.\/\.\.\/(client\/src\/|server\/src\/(model\/|.*\.resource\.ts$))/.test(target) ||
    !/^import .*from/m.test(readFileSync(join(source, target), 'utf8'))
  const wrong = files.flatMap((file) => importsOf(file).filter((target) => isOutside(target) && !isPure(target)))
  assert.deepEqual(wrong, [])
})

test('only the interface to the API reaches for the client, and nothing fetches beside it', () => {
  const outside = files.filter(({ path }) => layerOf(path) !== 'api')
  const reaching = outside.filter((file) => importsOf(file).some((target) => target.includes('client/src')))
  assert.deepEqual(
    reaching.map(({ path }) => path),
    [],
  )
  const fetching = files.filter(({ text }) => /\bfetch\(|XMLHttpRequest/.test(text)).map(({ path }) => path)
  assert.deepEqual(fetching, ['api/http.ts'])
})

/** Every one of these words that stands in a file as a text: `file: word`. */
const quotedIn = (some: readonly SourceFile[], words: Iterable<string>) =>
  some
    .flatMap(({ path, text }) =>
      [...words].filter((word) => new RegExp(`(['"])${word}\\1`).test(text)).map((word) => `${path}: ${word}`),
    )
    .sort()

test('what is general names no resource', () => {
  const general = files.filter(({ path }) => ['api', 'ui', 'fields', 'screens'].includes(layerOf(path)))
  const names = catalog.map(({ name }) => name)
  // How a list is looked at is kept as a record itself.
  const isOfViews = (found: string) => /^screens\/list\/views\/.*: views$/.test(found)
  assert.deepEqual(
    quotedIn(general, names).filter((found) => !isOfViews(found)),
    [],
  )
})

/** Every value of a field that says in which state a record is. */
const statusNames = new Set(
  everyResource(catalog).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { options }]) =>
      /status$/i.test(name) ? [...(options.choices ?? []), ...(options.alsoFilter ?? [])] : [],
    ),
  ),
)

test('no status is named: how it looks, and what can be done in it, is told by the server', () => {
  assert.deepEqual(quotedIn(files, statusNames), [
    'api/stages.ts: draft', // a stage
    'dashboard/sales-panel.tsx: invoiced', // a figure of a report
    'resources/documents/document-kind.ts: draft', // the name of a flag
    'resources/imports/imports.ts: failed', // a number of rows
  ])
  assert.ok(statusNames.has('submitted') && statusNames.size > 15)
})

test('a right is named only where roles are edited: what a user may do is told by the server', () => {
  const others = files.filter(({ path }) => !path.startsWith('resources/roles/'))
  const withoutTexts = (text: string) => text.replace(/'[^'\n]*'/g, '')
  const wrong = others.filter(({ text }) => /\bRIGHTS\b|\bRight\b|[^.]\.rights\b/.test(withoutTexts(text)))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
  // The other rights have the names of actions, and a button may be of the type "submit".
  const actions = new Set(everyRoute.map(({ action }) => action.name))
  const names = RIGHTS.filter((right) => !actions.has(right))
  const plain = others.map(({ path, text }) => ({ path, text: text.replaceAll('type="submit"', '') }))
  assert.deepEqual([names, quotedIn(plain, names)], [['submit', 'override', 'manage'], []])
})

test('no file is too long to read in one sitting, no folder too full to survey', () => {
  const long = files.filter(({ text }) => text.split('\n').length > LINES_MAX).map(({ path }) => path)
  assert.deepEqual(long, [])
  const folders = Map.groupBy(files, ({ path }) => dirname(path))
  const full = [...folders].filter(([, inside]) => inside.length > FOLDER_MAX).map(([folder]) => folder)
  assert.deepEqual(full, [])
})

test(`no function or component has more than ${FUNCTION_LINES_MAX} lines`, () => {
  const paths = files.map(({ path }) => join(source, path))
  assert.deepEqual(longFunctions('web/tsconfig.json', paths, FUNCTION_LINES_MAX), [])
})

test('no two stories give their state the same name to axe, which looks at each name once in a process', () => {
  const stories = globSync('*.test.ts', { cwd: import.meta.dirname })
  const names = stories.flatMap((story) =>
    [...readFileSync(join(import.meta.dirname, story), 'utf8').matchAll(/assertAccessible\([\w.]+, (.+?)\)/g)].map(
      ([, name]) => name!,
    ),
  )
  assert.ok(names.length > 90)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

test('there are no import cycles, also of what is loaded later', () => {
  const laterOf = ({ path, text }: SourceFile) =>
    [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(([, target]) => relative('.', join(dirname(path), target!)))
  const imports = files.map((file) => [file.path, [...importsOf(file), ...laterOf(file)]] as const)
  assert.deepEqual(cyclesIn(new Map(imports)), [])
})

test('there are no default exports, no TODOs, and no unescaped HTML', () => {
  const wrong = files.filter(({ text }) => /export default|TODO|FIXME|dangerouslySetInnerHTML/.test(text))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('typed dates, numbers and searched options go through our own fields: those of the library drop or misread the text', () => {
  const wrong = files.filter(({ text }) =>
    /\b(searchable|DateInput|DatePickerInput|NumberInput|Autocomplete)\b|type="(date|number)"/.test(text),
  )
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('every component of the library that is used has its styles', () => {
  const listed = [readFileSync(join(source, 'mantine.css'), 'utf8'), ...files.map(({ text }) => text)].join('\n')
  const used = files.flatMap(({ text }) =>
    [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.trim().split(' as ')[0]!),
    ),
  )
  const missing = [...new Set(used)]
    .filter((name) => existsSync(join(styles, `${name}.layer.css`)))
    .filter((name) => !listed.includes(`/styles/${name}.layer.css`))
  assert.deepEqual(missing, [])
})

test('every class that a component takes from its style sheet is there, and the other way round', () => {
  const used = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, name, sheet] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const address = join(source, dirname(path), sheet!)
      const classes = used.get(address) ?? new Set()
      for (const [, one] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) classes.add(one!)
      used.set(address, classes)
    }
  }
  for (const [address, classes] of used) {
    const styles = readFileSync(address, 'utf8').replace(/\/\*.*?\*\/|url\(.*?\)/gs, '')
    const defined = new Set([...styles.matchAll(/\.([a-z]\w*)/gi)].map(([, one]) => one!))
    assert.deepEqual([...classes].sort(), [...defined].sort(), address)
  }
})
