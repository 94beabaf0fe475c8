import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../../config/config.ts'
import { SECRET_LENGTH_MIN } from '../../config/secrets.ts'
import type { Engine } from '../../db/engine.ts'
import { embeddedFile } from '../../db/open.ts'
import { PREVIOUS_SECRETS_FILE, SECRET_FILE } from '../../db/secret-files.ts'
import { keptSecret, readSecret, removeSecret, writeSecret } from '../../db/secrets.ts'
import { flushFolder, OWNER_ONLY, replaceWhole } from '../../db/whole-file.ts'

const SECRET_BYTES = 32
const MASTER = 'master'
const PREVIOUS = 'previous master'

const fresh = () => randomBytes(SECRET_BYTES).toString('base64url')

/** Where the secret is kept that Kontor generates if none is set: beside the embedded database, or in the shared one. */
export interface GeneratedSecrets {
  /** For messages. */
  readonly place: string
  current(): Promise<string | undefined>
  /** Those that were replaced and are still accepted. */
  previous(): Promise<readonly string[]>
  create(): Promise<void>
  /** Generates another one; the replaced one is accepted until it is forgotten. */
  replace(): Promise<void>
  forget(which: 'previous' | 'all'): Promise<void>
}

export const generatedSecrets = ({ databaseUrl, dataFolder }: Config, engine: Engine): GeneratedSecrets =>
  databaseUrl ? inDatabase(engine) : inFolder(dataFolder)

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.length >= SECRET_LENGTH_MIN)

function inDatabase(engine: Engine): GeneratedSecrets {
  const previous = async () => linesOf((await readSecret(engine, PREVIOUS)) ?? '')
  return {
    place: 'the database',
    current: () => readSecret(engine, MASTER),
    previous,
    create: async () => void (await keptSecret(engine, MASTER, fresh)),
    async replace() {
      const replaced = (await readSecret(engine, MASTER)) ?? []
      await writeSecret(engine, PREVIOUS, [...new Set([replaced, ...(await previous())].flat())].join('\n'))
      await writeSecret(engine, MASTER, fresh())
    },
    async forget(which) {
      await removeSecret(engine, PREVIOUS)
      if (which === 'all') await removeSecret(engine, MASTER)
    },
  }
}

function inFolder(folder: string): GeneratedSecrets {
  const [file, previousFile] = [secretFile(folder), join(folder, PREVIOUS_SECRETS_FILE)]
  const previous = async () => (existsSync(previousFile) ? linesOf(contentOf(previousFile)) : [])
  return {
    place: file,
    current: async () => (existsSync(file) ? readFileIn(folder) : undefined),
    previous,
    create: async () => createFile(folder),
    async replace() {
      const kept = [...new Set([readFileIn(folder), ...(await previous())])]
      await replaceWhole(previousFile, async (partial) => writeFileSync(partial, `${kept.join('\n')}\n`))
      await replaceWhole(file, async (partial) => writeFileSync(partial, `${fresh()}\n`))
    },
    async forget(which) {
      rmSync(previousFile, { force: true })
      if (which === 'all') rmSync(file, { force: true })
    },
  }
}

/** Refuses a data folder that has lost its database or its secret, before anything is written to it. */
export function checkDataFolder({ databaseUrl, dataFolder, secret }: Config): void {
  if (databaseUrl !== undefined || !existsSync(secretFile(dataFolder))) return
  if (secret === undefined) readFileIn(dataFolder)
  const database = embeddedFile(dataFolder)
  if (existsSync(database) && statSync(database).size > 0) return
  throw new ConfigError(
    `There is no database at ${database}, but ${secretFile(dataFolder)} of an earlier one. Bring the database back, or restore a backup with "kontor restore". To begin a new company in this folder, remove secret.key.`,
  )
}

const secretFile = (folder: string) => join(folder, SECRET_FILE)

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

function readFileIn(folder: string): string {
  const file = secretFile(folder)
  const secret = contentOf(file).trim()
  if (secret.length >= SECRET_LENGTH_MIN) return secret
  throw new ConfigError(
    `${file} is damaged: it must hold at least ${SECRET_LENGTH_MIN} characters and holds ${secret.length}. Bring it back from a backup. If it is lost, remove it and run "kontor rotate-secret --lost".`,
  )
}

/** Under its name there is the whole secret or none, also after a power cut; another process may write one meanwhile. */
function createFile(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const partial = `${secretFile(folder)}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(partial, `${fresh()}\n`, { mode: OWNER_ONLY, flag: 'wx', flush: true })
    linkSync(partial, secretFile(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(partial, { force: true })
  }
  flushFolder(folder)
}
