import { type Config, ConfigError } from '../config.ts'
import type { Engine } from '../db/engine.ts'
import { openEngine } from '../db/open.ts'
import { checkDataFolder } from '../secrets.ts'

/** A database that cannot be used is a matter of settings: one clear line, not a trace of the program. */
export async function openDatabase(config: Config): Promise<Engine> {
  checkDataFolder(config)
  const { databaseUrl, dataFolder } = config
  // Of the address only the host: the rest holds a password.
  const place = databaseUrl ? (URL.parse(databaseUrl)?.host ?? 'DATABASE_URL') : dataFolder
  try {
    const engine = await openEngine(databaseUrl, dataFolder)
    await engine.probe()
    return engine
  } catch (error) {
    // Several addresses may have been tried; then the error has no message of its own.
    const { message, code } = error as NodeJS.ErrnoException
    throw new ConfigError(`The database at ${place} cannot be opened: ${message || code || error}.`)
  }
}
