import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceWhole } from '../whole-file.ts'
import { newestGeneration, parseName } from './objects.ts'
import type { TargetSettings } from './settings.ts'
import { openTarget } from './target/open-target.ts'
import type { StoredObject } from './target/target.ts'

/** Beside the spool, which may be deleted. One name in each line. */
const fileOf = (dataFolder: string) => join(dataFolder, 'backup-generations.txt')

/** Another server writes to the same target. Mixed, neither backup could be restored. */
export class ForeignBackup extends Error {}

/** The generations that were begun with this data folder, and those from which it was restored. */
function ownGenerations(dataFolder: string): ReadonlySet<string> {
  const file = fileOf(dataFolder)
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
}

export async function addOwnGenerations(dataFolder: string, names: readonly string[]): Promise<void> {
  const lines = [...new Set([...ownGenerations(dataFolder), ...names])].join('\n')
  await replaceWhole(fileOf(dataFolder), async (partial) => writeFileSync(partial, `${lines}\n`))
}

/** The data folder is restored from this backup, and may continue it. */
export async function noteOrigin(
  dataFolder: string,
  settings: TargetSettings & { readonly url: string },
): Promise<void> {
  const objects = await openTarget(settings.url, settings).list()
  await addOwnGenerations(
    dataFolder,
    objects.flatMap(({ name }) => parseName(name)?.generation ?? []),
  )
}

/** Throws if the newest generation at the target is of another data folder. */
export function refuseForeign(dataFolder: string, url: string, objects: readonly StoredObject[]): void {
  const newest = newestGeneration(objects.map(({ name }) => name))
  if (newest === undefined || ownGenerations(dataFolder).has(newest)) return
  throw new ForeignBackup(
    `${url} holds the backup of another instance: ${newest} was not begun with the data folder ${dataFolder}. Set KONTOR_BACKUP_URL to another address. Only a data folder that was restored with "kontor restore --from ${url}" may continue that backup.`,
  )
}
