// Builds the web interface into web/dist, unless web/dist was built from the same sources.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const web = join(root, 'web')
const target = join(web, 'dist')
const DIGEST_FILE = '.stamp'
const SOURCES = [
  'src/**/*.*',
  '../client/src/**/*.ts',
  'build/*',
  'index.html',
  'vite.config.ts',
  'postcss.config.cjs',
  'package.json',
]

export function buildWeb(): void {
  const digest = digestOfSources()
  if (isBuilt(digest)) return
  console.error('Building the web interface, because its sources have changed. This takes some seconds.')
  // Built in a temporary folder first, so that a running server never reads a half-written web/dist.
  const temporary = join(web, `dist.${process.pid}`)
  const args = ['build', '--outDir', temporary, '--emptyOutDir', '--logLevel', 'warn']
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, ...args], { cwd: web, stdio: 'inherit' })
  try {
    if (status !== 0) throw new Error('Building the web interface failed; the messages above say why.')
    writeFileSync(join(temporary, DIGEST_FILE), digest)
    if (!isBuilt(digest)) replaceBuild(temporary)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Changes with the sources and with the packages that they are built with. */
function digestOfSources(): string {
  const hash = createHash('sha256')
  const files = [...globSync(SOURCES, { cwd: web }).sort(), '../package-lock.json']
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(web, file)))
      .update('\0')
  return hash.digest('hex')
}

const isBuilt = (digest: string) =>
  existsSync(join(target, DIGEST_FILE)) && readFileSync(join(target, DIGEST_FILE), 'utf8') === digest

function replaceBuild(built: string): void {
  const old = `${built}.old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(built, target)
  rmSync(old, { recursive: true, force: true })
}

if (import.meta.main) {
  try {
    buildWeb()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
