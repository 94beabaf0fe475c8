import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, SECRET_LENGTH_MIN } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import { embeddedFile } from '../db/open.ts'
import { keptSecret } from '../db/secrets.ts'
import { flushFolder, OWNER_ONLY } from '../db/whole-file.ts'

const SECRET_BYTES = 32

/** Each purpose has a separate key, so that what is sealed for one cannot be used for another. */
export type KeyFor = (purpose: string) => Buffer

/** From the settings; else generated at first start and kept: beside the embedded database, or in the shared one. */
export async function openSecrets(config: Config, engine: Engine): Promise<KeyFor> {
  const fresh = () => randomBytes(SECRET_BYTES).toString('base64url')
  const secret =
    config.secret ??
    (config.databaseUrl ? await keptSecret(engine, 'master', fresh) : fileSecret(config.dataFolder, fresh))
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, 'kontor', purpose, SECRET_BYTES))
}

/** Seals the audit log: an entry that was changed without this key fails the check. */
export const openAuditKey = async (config: Config, engine: Engine): Promise<Buffer> =>
  (await openSecrets(config, engine))('audit log')

/** Refuses a data folder that has lost its database or its secret, before anything is written to it. */
export function checkDataFolder({ databaseUrl, dataFolder, secret }: Config): void {
  if (databaseUrl !== undefined || !existsSync(secretFile(dataFolder))) return
  if (secret === undefined) readSecret(dataFolder)
  const database = embeddedFile(dataFolder)
  if (existsSync(database) && statSync(database).size > 0) return
  throw new ConfigError(
    `There is no database at ${database}, but ${secretFile(dataFolder)} of an earlier one. Bring the database back, or restore a backup with "kontor restore". To begin a new company in this folder, remove secret.key.`,
  )
}

const secretFile = (folder: string) => join(folder, 'secret.key')

function readSecret(folder: string): string {
  const file = secretFile(folder)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= SECRET_LENGTH_MIN) return secret
  throw new ConfigError(
    `${file} is damaged: it must hold at least ${SECRET_LENGTH_MIN} characters and holds ${secret.length}. Bring it back from a backup. If it is lost, remove it: Kontor makes a new one, users sign in again, and "kontor verify" can no longer check the seal of earlier audit entries.`,
  )
}

function fileSecret(folder: string, fresh: () => string): string {
  if (!existsSync(secretFile(folder))) writeSecret(folder, `${fresh()}\n`)
  return readSecret(folder)
}

/** Under its name there is the whole secret or none, also after a power cut; another process may write one meanwhile. */
function writeSecret(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  const partial = `${secretFile(folder)}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(partial, text, { mode: OWNER_ONLY, flag: 'wx', flush: true })
    linkSync(partial, secretFile(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(partial, { force: true })
  }
  flushFolder(folder)
}
