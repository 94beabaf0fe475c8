import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Cut, DiskFile } from './disk-file.ts'
import type { Naming, TraceRecord } from './trace.ts'

interface NameChange {
  readonly folder: string
  /** Names that get a file, or lose theirs. */
  readonly names: readonly (readonly [string, DiskFile | undefined])[]
}

/**
 * A disk that keeps only what was synced. The data of a file is durable after a sync of the file; its name is durable
 * after a sync of the folder, as POSIX says, although some file systems promise more.
 */
export class Disk {
  /** What a process sees. */
  readonly #names = new Map<string, DiskFile>()
  readonly #inodes = new Map<bigint, DiskFile>()
  readonly #durableNames: Map<string, DiskFile>
  #pendingNames: NameChange[] = []

  /** Begins with the files of a folder, all of which are durable. */
  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, entry)
      const status = statSync(path, { bigint: true })
      if (!status.isFile()) continue
      const file = new DiskFile(readFileSync(path))
      this.#names.set(entry, file)
      this.#inodes.set(status.ino, file)
    }
    this.#durableNames = new Map(this.#names)
  }

  apply(record: TraceRecord): void {
    if (record.kind === 'sync-folder') this.#syncFolder(record.name || '.')
    else if (record.kind === 'sync') this.#file(record.inode).sync()
    else if (record.kind === 'write' || record.kind === 'truncate') this.#file(record.inode).change(record)
    else this.#changeNames(this.#namesIn(record))
  }

  /** Replaces the content of a folder by what a power cut now may leave. */
  write(folder: string, cut: Cut, random: () => number): void {
    for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true })
    for (const [name, file] of this.#namesAfter(cut, random)) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(path, file.after(cut, random), { mode: 0o600 })
    }
  }

  /** File systems keep the order of changes of names: some of the first ones survive. */
  #namesAfter(cut: Cut, random: () => number): Map<string, DiskFile> {
    const names = new Map(this.#durableNames)
    const count = cut === 'lost' ? 0 : Math.floor(random() * (this.#pendingNames.length + 1))
    for (const change of this.#pendingNames.slice(0, count)) carryOut(change, names)
    return names
  }

  #file(inode: bigint): DiskFile {
    const file = this.#inodes.get(inode)
    if (!file) throw new Error(`The trace changes the file ${inode}, which it has not created.`)
    return file
  }

  #namesIn(record: Naming): NameChange['names'] {
    if (record.kind === 'unlink') return [[record.name, undefined]]
    if (record.kind === 'create') {
      const file = new DiskFile()
      this.#inodes.set(record.inode, file) // the number may have been that of a file that is gone
      return [[record.name, file]]
    }
    const to = [record.to, this.#names.get(record.from)] as const
    return record.kind === 'link' ? [to] : [[record.from, undefined], to]
  }

  #changeNames(names: NameChange['names']): void {
    const known = names.filter(([name]) => name !== '')
    const change = { folder: dirname(known[0]![0]), names: known }
    carryOut(change, this.#names)
    this.#pendingNames.push(change)
  }

  #syncFolder(folder: string): void {
    const isSynced = (change: NameChange) => change.folder === folder
    for (const change of this.#pendingNames.filter(isSynced)) carryOut(change, this.#durableNames)
    this.#pendingNames = this.#pendingNames.filter((change) => !isSynced(change))
  }
}

function carryOut({ names }: NameChange, on: Map<string, DiskFile>): void {
  for (const [name, file] of names)
    if (file) on.set(name, file)
    else on.delete(name)
}
