import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ArchiveError } from '../../engine.ts'
import { flushFolder, replaceWhole } from '../../whole-file.ts'
import { ObjectMissing, type StoredObject, type Target } from './target.ts'

const PARTIAL = '.partial'
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** A folder of this machine, such as a mounted disk. */
export const folderTarget = (root: string): Target => ({
  async put(name, bytes) {
    // The folder itself is never created: if the disk is not mounted, a backup must not go to the place where it would be.
    if (!existsSync(root)) throw new ArchiveError(`There is no folder ${root}.`)
    const file = join(root, name)
    createFolder(dirname(file))
    await replaceWhole(file, async (partial) => writeFileSync(partial, bytes))
  },
  async get(name) {
    try {
      return await readFile(join(root, name))
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(name) : error
    }
  },
  async list() {
    if (!existsSync(root)) throw new ArchiveError(`There is no folder ${root}.`)
    return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry): StoredObject[] => {
      if (!entry.isFile() || entry.name.endsWith(PARTIAL)) return []
      const file = join(entry.parentPath, entry.name)
      const name = file.slice(join(root, '/').length).replaceAll('\\', '/')
      return [{ name, bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0 }]
    })
  },
  async remove(name) {
    rmSync(join(root, name), { force: true })
    removeIfEmpty(dirname(join(root, name)), root)
  },
})

function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
  flushFolder(dirname(folder))
}

function removeIfEmpty(folder: string, root: string): void {
  if (folder.length <= join(root, '/').length || !existsSync(folder) || readdirSync(folder).length > 0) return
  rmdirSync(folder)
  removeIfEmpty(dirname(folder), root)
}
