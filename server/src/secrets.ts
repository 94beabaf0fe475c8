import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Engine } from './db/engine.ts'
import { keptSecret } from './db/secrets.ts'

const SECRET_BYTES = 32

/** Each purpose has a key of its own, so that what is sealed for one cannot be used for another. */
export type KeyFor = (purpose: string) => Buffer

/** From the settings; else generated at first start and kept: beside the embedded database, or in the shared one. */
export async function openSecrets(config: Config, engine: Engine): Promise<KeyFor> {
  const fresh = () => randomBytes(SECRET_BYTES).toString('base64url')
  const secret =
    config.secret ??
    (config.databaseUrl ? await keptSecret(engine, 'master', fresh) : fileSecret(config.dataFolder, fresh))
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, 'kontor', purpose, SECRET_BYTES))
}

/** Seals the audit log. Whoever does not have it cannot change an entry unnoticed. */
export const openAuditKey = async (config: Config, engine: Engine): Promise<Buffer> =>
  (await openSecrets(config, engine))('audit log')

function fileSecret(folder: string, fresh: () => string): string {
  const file = join(folder, 'secret.key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, `${fresh()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
