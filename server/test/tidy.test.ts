import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { kinds } from '../src/model/kinds/index.ts'
import { catalog } from '../src/resources/catalog.ts'
import { cyclesIn } from './support/cycles.ts'
import { longFunctions } from './support/functions.ts'

/** What each layer may import. A layer that is missing from a list is out of bounds: this is the architecture. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: ['model'],
  texts: ['model', 'texts'],
  core: ['model', 'texts', 'core'],
  db: ['model', 'core', 'db'],
  // What the kernel (core, db) does not know.
  features: ['model', 'texts', 'core', 'features'],
  resources: ['model', 'core', 'features', 'resources'],
  // They implement what the kernel asks for.
  adapters: ['model', 'core', 'adapters'],
  auth: ['model', 'texts', 'core', 'features', 'auth'],
  http: ['model', 'texts', 'core', 'features', 'auth', 'http', 'config'],
  demo: ['model', 'core', 'resources', 'demo'],
  config: ['auth', 'config'],
  app: ['model', 'core', 'db', 'features', 'adapters', 'resources', 'auth', 'http', 'demo', 'config', 'app'],
  verify: ['model', 'core', 'db', 'resources', 'app', 'verify'],
  commands: [
    'model',
    'core',
    'db',
    'features',
    'resources',
    'auth',
    'http',
    'demo',
    'verify',
    'config',
    'app',
    'commands',
  ],
}
const LINES_MAX = 300
const FUNCTION_LINES_MAX = 60
const FOLDER_MAX = 20
const ENGINE_LAYERS = ['model', 'core', 'db', 'features', 'http', 'auth']

const source = join(import.meta.dirname, '../src')
const files = globSync('**/*.ts', { cwd: source })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
type SourceFile = (typeof files)[number]
/** Drills are programs of their own, beside the layers of the server. */
const drillFolder = join(import.meta.dirname, '../../drills')
const drills = globSync('**/*.ts', { cwd: drillFolder, exclude: ['**/*.test.ts'] }).map((path) => ({
  path: join('drills', path),
  text: readFileSync(join(drillFolder, path), 'utf8'),
}))

const layerOf = (path: string) => path.split('/')[0]!.replace(/\.ts$/, '')
const importsOf = ({ path, text }: SourceFile) =>
  [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, target]) => relative('.', join(dirname(path), target!)))
/** Migrations are lists of declarations that `kontor new-migration` writes. They only grow in number. */
const isHandWritten = ({ path }: SourceFile) => !path.startsWith('db/migrations/')
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

test('the model needs nothing that only a server has, and no code from text, which browsers are told to refuse', () => {
  const serverOnly = /from 'node:|process\.|Buffer|new Function|\beval\(/
  const wrong = files.filter(({ path, text }) => layerOf(path) === 'model' && serverOnly.test(text))
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
        .filter((target) => !/\.(resource|operations)\.ts$|^resources\/(shared|documents)\//.test(target))
        .map((target) => `${file.path} imports ${target}`),
    )
  assert.deepEqual(wrong, [])
})

test('only db/sqlite and db/postgres know which database runs', () => {
  // The continuous backup, which the embedded database alone has, reads and writes its files.
  const known = /^(db\/(sqlite|postgres|backup\/(shipping|rebuild))\/|db\/open\.ts$|config\/)/
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

/** Folders of code that is the same for every resource and every document. */
const GENERAL = [...ENGINE_LAYERS, 'verify', 'resources/documents']
/** Where a word that is a status, too, means something else. */
const ALSO_STATUSES: Readonly<Record<string, string>> = {
  'db/postgres/lane.ts: rejected': 'of a promise',
  'db/write-queue/batch-rows.ts: rejected': 'of a promise',
  'features/search/search-action.ts: active': 'the example of a hit in the API documentation',
  'resources/documents/pdf/words.ts: paid': 'an amount',
}

test('what holds for every document names no status: it goes by stages', () => {
  const choices = catalog.flatMap(({ fields }) => fields.status?.options.choices ?? [])
  // A draft is a stage, too, and the only one that a status is named like.
  const names = new Set(choices.filter((status) => status !== 'draft'))
  assert.ok(names.has('submitted') && names.has('unpaid'))
  /** A resource of the engine itself, such as imports, is told by the files beside its declaration. */
  const isOwn = (path: string, word: string) =>
    files.some((file) => /\.resource\.ts$/.test(file.path) && isBeside(file.path, path) && isQuoted(file.text, word))
  const isBeside = (declaration: string, path: string) => path.startsWith(`${dirname(declaration)}/`)
  const isQuoted = (text: string, word: string) => text.includes(`'${word}'`)
  const general = files.filter(
    ({ path }) => GENERAL.some((folder) => path.startsWith(`${folder}/`)) && !path.startsWith('db/migrations/'),
  )
  const named = general.flatMap(({ path, text }) =>
    [...names].filter((word) => isQuoted(text, word) && !isOwn(path, word)).map((word) => `${path}: ${word}`),
  )
  assert.deepEqual(named.sort(), Object.keys(ALSO_STATUSES).sort())
  const compared = general.filter(({ text }) => /\bstatus [!=]== 'draft'/.test(text)).map(({ path }) => path)
  assert.deepEqual(compared, [])
})

/** Names of kinds that the engine also uses for something else: these may be written out, but not compared with a kind. */
const ALSO_OTHER_WORDS: Readonly<Record<string, string>> = {
  id: 'the column of the primary key',
  list: 'the stock action and its parameters',
  text: 'a storage class',
  integer: 'a storage class, and a type of JSON Schema',
  flag: 'a storage class',
  json: 'a storage class, and a media type',
}
/** Files of the engine that may know a kind by its name. */
const KNOW_KINDS: Readonly<Record<string, string>> = {
  'model/fields.ts': 'the constructors by which declarations name a kind',
  'model/description.ts': 'the type of the kinds that the web interface can draw',
  'features/describe/describe-entry.ts': 'the example of a described field in the API documentation',
  'model/keys/external-ids.ts': 'the name of the field with the ids in other systems, which has a kind of its own',
  'db/statements.ts': 'the name of the statement that reads the lines of a record',
  'http/openapi/common-parameters.ts': 'updatedSince, which takes what a filter by an instant takes',
}

test('the engine asks a kind what it does, never which kind it is', () => {
  const names = Object.keys(kinds)
  const compared = new RegExp(`(kind(\\.name)?\\)? [!=]== |case )'(${names.join('|')})'|kind [!=]== kinds\\.`)
  const imported = /from '[./]*(model\/)?kinds\/(index|scalars\/\w+|structures\/\w+)\.ts'/
  const isWrong = (text: string) =>
    compared.test(text) ||
    imported.test(text) ||
    names.some((name) => !(name in ALSO_OTHER_WORDS) && text.includes(`'${name}'`))
  const engine = files.filter(
    ({ path }) =>
      ENGINE_LAYERS.includes(layerOf(path)) && !path.startsWith('model/kinds/') && !path.startsWith('db/migrations/'),
  )
  const wrong = engine.filter(({ text }) => isWrong(text)).map(({ path }) => path)
  assert.deepEqual(wrong.sort(), Object.keys(KNOW_KINDS).sort())
})

test('no file is too long to read in one sitting, no folder too full to survey', () => {
  const long = [...files, ...drills].filter(({ text }) => text.split('\n').length > LINES_MAX).map(({ path }) => path)
  assert.deepEqual(long, [])
  const folders = Map.groupBy([...files.filter(isHandWritten), ...drills], ({ path }) => dirname(path))
  const full = [...folders].filter(([, inside]) => inside.length > FOLDER_MAX).map(([folder]) => folder)
  assert.deepEqual(full, [])
})

test(`no function has more than ${FUNCTION_LINES_MAX} lines`, () => {
  const paths = [
    ...files.filter(isHandWritten).map(({ path }) => join(source, path)),
    ...drills.map(({ path }) => join(drillFolder, '..', path)),
  ]
  assert.deepEqual(longFunctions('tsconfig.json', paths, FUNCTION_LINES_MAX), [])
})

test('the columns and systems that clients name are looked up by own(), which finds no inherited property', () => {
  const indexed = /[\w)\]!?.]\[(column|system|heading)\]/
  const named = files.filter(({ path }) => ['core', 'http', 'texts', 'resources'].includes(layerOf(path)))
  const wrong = named.filter(({ text }) => indexed.test(text)).map(({ path }) => path)
  assert.deepEqual(wrong, [])
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

/** A command is loaded when it is called. */
const LOADING_COMMANDS = ['cli.ts', 'commands/index.ts']

test('nothing is exported by default, imported at run time to escape a cycle, or left half-done', () => {
  const wrong = files.filter(
    ({ path, text }) =>
      /export default|TODO|FIXME/.test(text) || (/await import\(/.test(text) && !LOADING_COMMANDS.includes(path)),
  )
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
