// Builds the web interface into web/dist, unless what is there was made from these very sources.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const web = join(root, 'web')
const target = join(web, 'dist')
const SOURCES = ['src/**/*.*', 'build/*', 'index.html', 'vite.config.ts', 'postcss.config.cjs', 'package.json']

export function buildWeb(): void {
  const wanted = stampOf()
  if (isBuilt(wanted)) return
  console.error('Building the web interface. This takes some seconds, whenever its sources have changed.')
  // Into a folder of its own first: whoever looks meanwhile finds the old interface or the new one, never half of it.
  const fresh = join(web, `dist.${process.pid}`)
  const words = ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, ...words], { cwd: web, stdio: 'inherit' })
  try {
    if (status !== 0) throw new Error('Building the web interface failed; the messages above say why.')
    writeFileSync(join(fresh, '.stamp'), wanted)
    if (!isBuilt(wanted)) replace(fresh)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Tells these sources, and the packages they are built with, from any other. */
function stampOf(): string {
  const hash = createHash('sha256')
  const files = [...globSync(SOURCES, { cwd: web }).sort(), '../package-lock.json']
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(web, file)))
      .update('\0')
  return hash.digest('hex')
}

const isBuilt = (stamp: string) =>
  existsSync(join(target, '.stamp')) && readFileSync(join(target, '.stamp'), 'utf8') === stamp

function replace(fresh: string): void {
  const old = `${fresh}.old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
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
