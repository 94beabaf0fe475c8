import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { replaceWhole } from '../whole-file.ts'
import { newestGeneration, parseName } from './objects.ts'
import type { StoredObject } from './target/target.ts'

/** Beside the spool, which may be deleted. One name in each line. */
const fileOf = (dataFolder: string) => join(dataFolder, 'backup-generations.txt')
const runsFileOf = (dataFolder: string) => join(dataFolder, 'backup-runs.txt')
/** Beside the one that holds the lease. */
const RUNS_KEPT = 5
const BOOT_ID = '/proc/sys/kernel/random/boot_id'

/** Another server writes to the same target. Mixed, neither backup could be restored. */
export class ForeignBackup extends Error {}

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

/** The generations that were begun with this data folder, and those that it has taken over. */
export const ownGenerations = (dataFolder: string): ReadonlySet<string> => new Set(linesOf(fileOf(dataFolder)))

export async function addOwnGenerations(dataFolder: string, names: readonly string[]): Promise<void> {
  const lines = [...new Set([...ownGenerations(dataFolder), ...names])].join('\n')
  await replaceWhole(fileOf(dataFolder), async (partial) => writeFileSync(partial, `${lines}\n`))
}

export const generationsOf = (objects: readonly StoredObject[]): string[] => [
  ...new Set(objects.flatMap(({ name }) => parseName(name)?.generation ?? [])),
]

/** A run of a server with the same data folder. */
export interface EarlierRun {
  readonly writer: string
  /** Whether it was in this folder of this machine since it was started, so that it has ended: a server locks its folder. */
  readonly isHere: boolean
}

export const earlierRuns = (dataFolder: string): EarlierRun[] =>
  linesOf(runsFileOf(dataFolder)).map((line) => {
    const [writer = '', place] = line.split(' ')
    return { writer, isHere: place === placeOf(dataFolder) }
  })

/** Before a run takes the lease. However many are killed before they have it, its `holder` stays known. */
export async function noteRun(dataFolder: string, writer: string, holder: string | undefined): Promise<void> {
  const known = linesOf(runsFileOf(dataFolder))
  const ofHolder = known.filter((line) => line.split(' ', 1)[0] === holder)
  const others = known.filter((line) => !ofHolder.includes(line)).slice(-RUNS_KEPT)
  const lines = [...others, ...ofHolder, `${writer} ${placeOf(dataFolder)}`].join('\n')
  await replaceWhole(runsFileOf(dataFolder), async (partial) => writeFileSync(partial, `${lines}\n`))
}

/** Another one for a copy of the folder, and for one of the machine. */
function placeOf(dataFolder: string): string {
  const { dev, ino } = statSync(dataFolder)
  const boot = existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8') : hostname()
  return hash('sha256', [boot, dev, ino].join(' ')).slice(0, 16)
}

/** Throws if the newest generation at the target is of another data folder. */
export function refuseForeign(dataFolder: string, url: string, objects: readonly StoredObject[]): void {
  const newest = newestGeneration(objects.map(({ name }) => name))
  if (newest === undefined || ownGenerations(dataFolder).has(newest)) return
  throw new ForeignBackup(
    `${url} holds the backup of another instance: ${newest} was not begun with the data folder ${dataFolder}. This server has no continuous backup until KONTOR_BACKUP_URL is set to another address. If the other server no longer runs and this one takes its place, run "kontor backups --from ${url} --take-over".`,
  )
}
