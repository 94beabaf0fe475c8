// Builds the published form of the server: server/dist, JavaScript with the built web interface. Node does not strip types
// from files below node_modules, so the package cannot contain TypeScript.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { buildWeb } from './build-web.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'server/src')
const target = join(root, 'server/dist')

/** Paths of modules in imports, and in the addresses of threads and processes: `new URL('./thread.ts', …)`. */
const MODULE_PATH = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g
const isDotFile = (path: string) => /(^|[\\/])\.[^\\/]+$/.test(path)

export function buildPackage(): void {
  buildWeb()
  rmSync(target, { recursive: true, force: true })
  for (const entry of globSync('**/*', { cwd: source, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.endsWith('.test.ts')) buildFile(path.slice(source.length + 1))
  }
  cpSync(join(root, 'web/dist'), join(target, 'web'), { recursive: true, filter: (path) => !isDotFile(path) })
}

/** Types are replaced by spaces: lines and columns in stack traces are those of the source. */
function buildFile(path: string): void {
  const built = join(target, path.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(built), { recursive: true })
  if (path.endsWith('.ts')) {
    const code = stripTypeScriptTypes(readFileSync(join(source, path), 'utf8'))
    writeFileSync(built, code.replaceAll(MODULE_PATH, '$1$2.js$1'))
  } else cpSync(join(source, path), built)
}

if (import.meta.main) buildPackage()
