// Builds the published form of the server: server/dist, JavaScript with the built web interface. Node does not strip types
// from files below node_modules, so the package cannot contain TypeScript.
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { buildAsProgram, buildOnce, root } from './build-once.ts'
import { buildWeb, WEB_SOURCES } from './build-web.ts'

const source = join(root, 'server/src')

/** Paths of modules in imports, and in the addresses of threads and processes: `new URL('./thread.ts', …)`. */
const MODULE_PATH = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g
const isDotFile = (path: string) => /(^|[\\/])\.[^\\/]+$/.test(path)

export function buildPackage(): void {
  buildWeb()
  buildOnce({
    name: 'the package of the server',
    target: 'server/dist',
    sources: ['server/src/**/*', 'scripts/build-*.ts', ...WEB_SOURCES],
    build: buildServer,
  })
}

function buildServer(target: string): void {
  for (const entry of globSync('**/*', { cwd: source, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.endsWith('.test.ts')) buildFile(path.slice(source.length + 1), target)
  }
  cpSync(join(root, 'web/dist'), join(target, 'web'), { recursive: true, filter: (path) => !isDotFile(path) })
}

/** Types are replaced by spaces: lines and columns in stack traces are those of the source. */
function buildFile(path: string, target: string): void {
  const built = join(target, path.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(built), { recursive: true })
  if (path.endsWith('.ts')) {
    const code = stripTypeScriptTypes(readFileSync(join(source, path), 'utf8'))
    writeFileSync(built, code.replaceAll(MODULE_PATH, '$1$2.js$1'))
  } else cpSync(join(source, path), built)
}

if (import.meta.main) buildAsProgram(buildPackage)
