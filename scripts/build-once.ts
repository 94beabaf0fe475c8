// Builds a folder from sources, unless it was built from the same sources. Several processes may build it at the same time, and
// others may read it: it is built elsewhere and renamed, and a build of the same sources that is there by then stays.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const DIGEST_FILE = '.digest'

export interface Build {
  /** What is built, for messages: "the client". */
  readonly name: string
  /** The folder that is built, below the root of the checkout. */
  readonly target: string
  /** Patterns of files, below the root of the checkout. */
  readonly sources: readonly string[]
  /** Builds into an empty folder. */
  readonly build: (folder: string) => void
}

export function buildOnce({ name, target, sources, build }: Build): void {
  const digest = digestOf(sources)
  const folder = join(root, target)
  if (isBuilt(folder, digest)) return
  console.error(`Building ${name}, because its sources have changed. This takes some seconds.`)
  const temporary = `${folder}.${process.pid}`
  try {
    build(temporary)
    writeFileSync(join(temporary, DIGEST_FILE), digest)
    if (!isBuilt(folder, digest)) replace(folder, temporary)
  } catch (error) {
    if (!isBuilt(folder, digest)) throw error // else another process has put the same build in its place
  } finally {
    for (const rest of [temporary, oldOf(temporary)]) rmSync(rest, { recursive: true, force: true })
  }
}

/** Changes with the sources and with the packages that they are built with. */
function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync([...sources, 'package-lock.json'], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort())
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

const isBuilt = (folder: string, digest: string) =>
  existsSync(join(folder, DIGEST_FILE)) && readFileSync(join(folder, DIGEST_FILE), 'utf8') === digest

function replace(folder: string, built: string): void {
  if (existsSync(folder)) renameSync(folder, oldOf(built))
  renameSync(built, folder)
}

const oldOf = (built: string) => `${built}.old`

/** For a script that does nothing but build: a failure is told in a sentence. */
export function buildAsProgram(build: () => void): void {
  try {
    build()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
