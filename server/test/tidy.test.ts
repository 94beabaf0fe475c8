import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { catalog } from '../src/resources/catalog.ts'
import { cyclesIn } from './support/cycles.ts'

/** What each layer may import. A layer that is missing from a list is out of bounds: this is the architecture. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: ['model'],
  core: ['model', 'core'],
  db: ['model', 'core', 'db'],
  resources: ['model', 'core', 'resources'],
  auth: ['model', 'core', 'auth'],
  http: ['model', 'core', 'auth', 'http', 'config'],
  demo: ['model', 'core', 'resources', 'demo'],
  config: ['auth', 'config'],
  app: ['model', 'core', 'db', 'resources', 'auth', 'http', 'demo', 'config', 'app'],
  verify: ['model', 'core', 'db', 'resources', 'app', 'verify'],
  commands: ['model', 'core', 'db', 'resources', 'auth', 'http', 'demo', 'verify', 'config', 'app', 'commands'],
}
const LINES_MAX = 300
const FOLDER_MAX = 20
const ENGINE_LAYERS = ['model', 'core', 'db', 'http', 'auth']

const source = join(import.meta.dirname, '../src')
const files = globSync('**/*.ts', { cwd: source })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
type SourceFile = (typeof files)[number]

const layerOf = (path: string) => path.split('/')[0]!.replace(/\.ts$/, '')
const importsOf = ({ path, text }: SourceFile) =>
  [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, target]) => relative('.', join(dirname(path), target!)))
const layered = files.filter(({ path }) => layerOf(path) in allowed)

test('every import points down the layers', () => {
  const wrong = layered.flatMap((file) =>
    importsOf(file)
      .filter((target) => !allowed[layerOf(file.path)]!.includes(layerOf(target)))
      .map((target) => `${file.path} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('a declaration runs in the browser: it imports only the model and other declarations', () => {
  const isPure = (path: string) => layerOf(path) === 'model' || /(\.resource|\.fields|shared\/activity)\.ts$/.test(path)
  const declarations = files.filter(
    ({ path }) => /\.(resource|fields)\.ts$/.test(path) || path === 'resources/catalog.ts',
  )
  assert.ok(declarations.length > 2)
  const wrong = declarations.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isPure(target))
      .map((target) => `${file.path} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('the model needs nothing that only a server has', () => {
  const wrong = files.filter(({ path, text }) => layerOf(path) === 'model' && /from 'node:|process\.|Buffer/.test(text))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('a resource uses the declarations and the operations of another, never its rules', () => {
  const folderOf = (path: string) => path.split('/')[1]
  const wrong = files
    .filter(({ path }) => layerOf(path) === 'resources' && path !== 'resources/registry.ts')
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => layerOf(target) === 'resources' && folderOf(target) !== folderOf(file.path))
        .filter((target) => !/\.(resource|operations)\.ts$|^resources\/shared\//.test(target))
        .map((target) => `${file.path} imports ${target}`),
    )
  assert.deepEqual(wrong, [])
})

test('only db/sqlite and db/postgres know which database runs', () => {
  const known = /^(db\/(sqlite|postgres)\/|db\/open\.ts$|config\.ts$)/
  const wrong = files.filter(({ path, text }) => !known.test(path) && /sqlite|postgres/i.test(text))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('the engine names no resource', () => {
  const names = catalog.map(({ name }) => name)
  const wrong = files
    .filter(({ path }) => ENGINE_LAYERS.includes(layerOf(path)))
    .filter(({ path }) => !path.startsWith('db/migrations/'))
    .flatMap(({ path, text }) => names.filter((name) => text.includes(`'${name}'`)).map((name) => `${path}: ${name}`))
  assert.deepEqual(wrong, [])
})

test('no file is too long to read in one sitting, no folder too full to survey', () => {
  const long = files.filter(({ text }) => text.split('\n').length > LINES_MAX).map(({ path }) => path)
  assert.deepEqual(long, [])
  const folders = Map.groupBy(files, ({ path }) => dirname(path))
  const full = [...folders].filter(([, inside]) => inside.length > FOLDER_MAX).map(([folder]) => folder)
  assert.deepEqual(full, [])
})

test('there are no import cycles', () => {
  assert.deepEqual(cyclesIn(new Map(files.map((file) => [file.path, importsOf(file)]))), [])
})

test('responses are written through the public interface of Node', () => {
  const wrong = files.filter(({ text }) => /\b_(header|headerSent|storeHeader|send|writeRaw)\b/.test(text))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('nothing is exported by default, imported at run time to escape a cycle, or left half-done', () => {
  const wrong = files.filter(({ text }) => /export default|await import\(|TODO|FIXME/.test(text))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('only tests lower the cost of a password digest', () => {
  const wrong = files.filter(({ path, text }) => path !== 'auth/passwords.ts' && text.includes('hashAtLowestCost'))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})
