import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyResource } from '../app/every-resource.ts'
import { migrations } from '../db/migrations/index.ts'
import { missingSteps } from '../db/scaffold/differences.ts'
import { migrationSource } from '../db/scaffold/source.ts'
import type { Step } from '../db/scaffold/steps.ts'
import { type Command, DONE, expectWords, UsageError } from './command.ts'

const FOLDER = join(import.meta.dirname, '../db/migrations')
const INDEX = join(FOLDER, 'index.ts')
const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/
/** Names that the generated file or the index uses already, and words of the language. */
const RESERVED = [
  'migrations', 'optional', 'required', 'schema', 'await', 'break', 'case', 'catch', 'class', 'const',
  'continue', 'debugger', 'default', 'delete', 'do', 'else', 'enum', 'export', 'extends', 'false', 'finally', 'for',
  'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null', 'package', 'private',
  'protected', 'public', 'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void',
  'while', 'with', 'yield', 'arguments', 'eval', 'undefined',
] // biome-ignore format: a list of words

export const newMigration: Command = {
  name: 'new-migration',
  usage: '<name>',
  summary: 'Write a migration from the declarations of resources (for developers).',
  help: [
    'Compares the declared tables, columns and indexes with those that the existing migrations build, and writes',
    'server/src/db/migrations/NNNN-<name>.ts with its line in index.ts. The name is in kebab-case, such as purchase-orders.',
    '',
    'What cannot be decided from the declarations, such as a removed column or a new field without a default, is written',
    'into the file as a comment and printed. No database of yours is opened or changed.',
  ].join('\n'),
  options: {},
  async run(_options, words) {
    const [name] = expectWords(words, 'name') as [string]
    if (import.meta.filename.endsWith('.js'))
      throw new UsageError('new-migration needs the source code. Run it in a checkout of Kontor.')
    refuseName(name)
    const steps = await missingSteps(everyResource(), migrations)
    if (steps.length === 0) {
      console.log('The migrations already build what the declarations ask for. Nothing was written.')
      return DONE
    }
    const file = write(name, steps)
    console.log(`Wrote ${file} and its line in index.ts.`)
    const notes = steps.flatMap((step) => ('note' in step ? [step.note] : []))
    if (notes.length > 0) console.log(['', 'Left for you to decide:', ...notes.map((text) => `- ${text}`)].join('\n'))
    return DONE
  },
}

function refuseName(name: string): void {
  if (!KEBAB_CASE.test(name))
    throw new UsageError(
      `"${name}" is not in kebab-case: lower-case words with hyphens between, such as purchase-orders.`,
    )
  if (RESERVED.includes(name)) throw new UsageError(`"${name}" is a reserved word. Choose another name.`)
  const namesake = migrations.find((migration) => migration.name.replace(/^\d+-/, '') === name)
  if (namesake) throw new UsageError(`There is a migration "${namesake.name}" already. Choose another name.`)
}

/** Returns the name of the file. */
function write(name: string, steps: readonly Step[]): string {
  const last = Math.max(...migrations.map((migration) => Number.parseInt(migration.name, 10)))
  const numbered = `${String(last + 1).padStart(4, '0')}-${name}`
  const constant = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  writeFileSync(join(FOLDER, `${numbered}.ts`), migrationSource(numbered, constant, steps), { flag: 'wx' })
  writeFileSync(INDEX, withMigration(readFileSync(INDEX, 'utf8'), numbered, constant))
  return join(FOLDER, `${numbered}.ts`)
}

/** The index with one more import, after the others, and one more entry at the end of the list. */
function withMigration(index: string, numbered: string, constant: string): string {
  const lines = index.split('\n')
  lines.splice(lines.lastIndexOf(']'), 0, `  ${constant},`)
  const lastImport = lines.findLastIndex((line) => line.startsWith('import '))
  lines.splice(lastImport + 1, 0, `import { ${constant} } from './${numbered}.ts'`)
  return lines.join('\n')
}
