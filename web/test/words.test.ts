import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { everyResource } from '../../server/src/app/every-resource.ts'
import type { Fields } from '../../server/src/model/fields.ts'
import { fieldsOf } from '../../server/src/model/resource.ts'
import { catalog } from '../../server/src/resources/catalog.ts'
import { registryOf } from '../../server/src/resources/registry.ts'

const source = join(import.meta.dirname, '../src')
/** The names of what the server declares. */
const texts = join(import.meta.dirname, '../../server/src/texts')
type Words = { readonly [key: string]: string | readonly string[] | Words }

/** All keys of a language: `lists:bulk.title`. */
function keysOf(language: string): Set<string> {
  const keys = new Set<string>()
  const collect = (words: Words, prefix: string): void => {
    for (const [key, value] of Object.entries(words)) {
      if (typeof value === 'string' || Array.isArray(value)) keys.add(prefix + key)
      else collect(value as Words, `${prefix}${key}.`)
    }
  }
  const own = globSync(`i18n/${language}/*.json`, { cwd: source }).map((path) => join(source, path))
  for (const path of [...own, join(texts, language, 'names.json')])
    collect(JSON.parse(readFileSync(path, 'utf8')), `${basename(path, '.json')}:`)
  return keys
}

const english = keysOf('en')
const german = keysOf('de')
/** Plurals have a form for each number; callers use the name without it. */
const singular = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const known = new Set([...english].map(singular))

test('every text that is asked for by name exists', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source })
  const missing = files.flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8')
    const asked = [...text.matchAll(/['"`]([a-z][\w-]*:[a-zA-Z][\w.-]*)['"`]/g)].map(([, key]) => key!)
    const areas = new Set([...known].map((key) => key.split(':')[0]))
    return asked.filter((key) => areas.has(key.split(':')[0]!) && !known.has(key)).map((key) => `${path}: ${key}`)
  })
  assert.deepEqual(missing, [])
})

/** English names follow from the declaration; only odd ones are written down. */
const isDerived = (key: string) => key.startsWith('names:')

test('both languages say the same', () => {
  const missing = [...english].filter((key) => !german.has(key) && !isDerived(key))
  const tooMany = [...german].filter((key) => !english.has(key) && !isDerived(key))
  assert.deepEqual({ missing, tooMany }, { missing: [], tooMany: [] })
})

test('every step of a lifecycle is called by what it does, in both languages', () => {
  const steps = registryOf(catalog).flatMap(({ rules }) => rules?.lifecycle?.moves.map(({ to }) => to) ?? [])
  assert.ok(steps.length > 5)
  const keys = [...new Set(steps)].map((to) => `names:actions.${to}`)
  assert.deepEqual(
    keys.filter((key) => !english.has(key) || !german.has(key)),
    [],
  )
})

test('every field, choice and resource has a German name', () => {
  const missing = new Set<string>()
  const need = (key: string) => german.has(key) || missing.add(key)
  const look = (resource: string, fields: Fields): void => {
    for (const [name, { options }] of Object.entries(fields)) {
      if ((options.secret && !options.transient) || options.internal) continue
      if (!german.has(`names:own.${resource}.${name}`)) need(`names:fields.${name}`)
      for (const choice of [...(options.choices ?? []), ...(options.alsoFilter ?? [])]) need(`names:choices.${choice}`)
      if (options.fields) look(resource, options.fields)
      if (options.of?.options.fields) look(resource, options.of.options.fields)
      for (const choice of options.of?.options.choices ?? []) need(`names:choices.${choice}`)
    }
  }
  // A button that has a name of its own has it in both languages.
  for (const key of english) if (key.startsWith('names:making.')) need(key)
  for (const resource of everyResource(catalog).filter(({ internal }) => !internal)) {
    need(`names:resources.${resource.name}.one`)
    need(`names:resources.${resource.name}.many`)
    look(resource.name, fieldsOf(resource))
  }
  assert.deepEqual([...missing], [])
})
