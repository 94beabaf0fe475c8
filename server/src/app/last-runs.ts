import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceWhole } from '../db/whole-file.ts'

/** A command that should run regularly. */
export type RegularRun = 'backup' | 'verify'

/** In the data folder and not in the database: a backup is also made of a database that this version has not migrated yet. */
const fileOf = (dataFolder: string, run: RegularRun) => join(dataFolder, `last-${run}.txt`)

/** Notes that the command has succeeded. The result of the command does not depend on this note. */
export async function noteRun(dataFolder: string, run: RegularRun): Promise<void> {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    await replaceWhole(fileOf(dataFolder, run), async (partial) => writeFileSync(partial, new Date().toISOString()))
  } catch (error) {
    console.error(`Warning: the time of this ${run} cannot be noted for the metrics: ${(error as Error).message}`)
  }
}

/** When the command has last succeeded, in milliseconds since 1970; 0 for never. */
export async function lastRunAt(dataFolder: string, run: RegularRun): Promise<number> {
  const text = await readFile(fileOf(dataFolder, run), 'utf8').catch(() => '')
  return Date.parse(text.trim()) || 0
}
