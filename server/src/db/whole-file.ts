import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ArchiveError } from './engine.ts'

/** Backups and secrets are readable by their owner only. */
export const OWNER_ONLY = 0o600

/** Writes a file so that under its name there is all of it or nothing, and it never takes the place of another. */
export async function writeWhole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new ArchiveError(`There is no folder ${folder}.`)
  if (existsSync(file)) throw new ArchiveError(`${file} already exists. A backup never overwrites a file.`)
  await explainFailure(`${file} cannot be written`, () => replaceWhole(file, write))
}

/** Errors of files and of the embedded database become one line for the operator. Errors without a code are faults of the program. */
export async function explainFailure<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw error instanceof ArchiveError || code === undefined ? error : new ArchiveError(`${what}: ${message}.`)
  }
}

/** The same in the place of another file: under the name there is all of the old file or all of the new one. */
export async function replaceWhole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${resolve(file)}.${process.pid}.partial`
  writeFileSync(partial, '', { mode: OWNER_ONLY })
  try {
    await write(partial)
    flush(partial)
    renameSync(partial, file)
    flushFolder(dirname(partial))
  } finally {
    rmSync(partial, { force: true })
  }
}

/** The same, but never in the place of another file: throws EEXIST. */
export function createWhole(file: string, bytes: Buffer): void {
  const partial = `${resolve(file)}.${process.pid}.partial`
  writeFileSync(partial, bytes, { mode: OWNER_ONLY })
  try {
    flush(partial)
    linkNew(partial, file)
    flushFolder(dirname(partial))
  } finally {
    rmSync(partial, { force: true })
  }
}

/** A second name is refused if it is given, unlike a new one. Some file systems have no second names. */
function linkNew(partial: string, file: string): void {
  try {
    linkSync(partial, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) throw error
    renameSync(partial, file)
  }
}

/** A new name in a folder survives a power cut only after this. Windows cannot flush a folder. */
export function flushFolder(folder: string): void {
  if (process.platform !== 'win32') flush(folder)
}

/** Waits until the disk has it. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
