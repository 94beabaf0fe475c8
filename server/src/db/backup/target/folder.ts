import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ArchiveError } from '../../engine.ts'
import { createWhole, flushFolder, replaceWhole } from '../../whole-file.ts'
import { parseName } from '../objects.ts'
import { ObjectConflict, ObjectMissing, type StoredObject, type Target } from './target.ts'

const PARTIAL = /\.\d+\.partial$/
const DAY_MS = 86_400_000
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isThere = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'

/** A folder of this machine, such as a mounted disk. */
export function folderTarget(root: string): Target {
  const disk = new SameDisk(root)
  return {
    async put(name, bytes) {
      disk.check()
      const file = join(root, name)
      createFolder(dirname(file))
      await replaceWhole(file, async (partial) => writeFileSync(partial, bytes))
      disk.noteStored(name)
    },
    async create(name, bytes) {
      disk.check()
      const file = join(root, name)
      createFolder(dirname(file))
      try {
        createWhole(file, bytes)
      } catch (error) {
        if (!isThere(error)) throw error
        if (!readFileSync(file).equals(bytes)) throw new ObjectConflict(name)
      }
      disk.noteStored(name)
    },
    async get(name) {
      try {
        return await readFile(join(root, name))
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing(name) : error
      }
    },
    async list() {
      disk.check()
      return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry): StoredObject[] => {
        if (!entry.isFile()) return []
        const file = join(entry.parentPath, entry.name)
        const name = file.slice(join(root, '/').length).replaceAll('\\', '/')
        if (PARTIAL.test(name)) {
          if (parseName(name.replace(PARTIAL, ''))) removeLeftover(file, root)
          return []
        }
        return [{ name, bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0 }]
      })
    },
    async remove(name) {
      rmSync(join(root, name), { force: true })
      removeIfEmpty(dirname(join(root, name)), root)
    },
  }
}

/**
 * The place where a disk is mounted is an empty folder of another disk when it is not mounted. What is stored there would
 * be hidden as soon as the disk is mounted again.
 */
class SameDisk {
  readonly #root: string
  #device: number | undefined
  #stored: string | undefined

  constructor(root: string) {
    this.#root = root
    this.#device = this.#deviceNow()
  }

  /** The folder itself is never created: it may be one of a disk that is not mounted. */
  check(): void {
    const device = this.#deviceNow()
    if (device === undefined) throw new ArchiveError(`There is no folder ${this.#root}.`)
    // A network folder may have another number after it was mounted again, but it has the objects.
    if (this.#device !== undefined && device !== this.#device && !this.#hasStored())
      throw new ArchiveError(
        `${this.#root} is on another disk than before. Mount the disk of the backup again, or restart the server to use this one.`,
      )
    this.#device = device
  }

  noteStored(name: string): void {
    this.#stored = name
  }

  #deviceNow(): number | undefined {
    return statSync(this.#root, { throwIfNoEntry: false })?.dev
  }

  #hasStored(): boolean {
    return this.#stored !== undefined && existsSync(join(this.#root, this.#stored))
  }
}

function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
  flushFolder(dirname(folder))
}

/** A process that was killed has left it; one that is written now is younger. */
function removeLeftover(file: string, root: string): void {
  const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (Date.now() - mtimeMs < DAY_MS) return
  try {
    rmSync(file, { force: true })
    removeIfEmpty(dirname(file), root)
  } catch {
    // A backup that is only read may be on a disk that cannot be written.
  }
}

function removeIfEmpty(folder: string, root: string): void {
  if (folder.length <= join(root, '/').length || !existsSync(folder) || readdirSync(folder).length > 0) return
  rmdirSync(folder)
  removeIfEmpty(dirname(folder), root)
}
