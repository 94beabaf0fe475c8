import { checkDataFolder } from '../app/secrets/generated-secrets.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import { lockForServer, openEngine } from '../db/open.ts'

export const openDatabase = (config: Config, isShipped = false): Promise<Engine> =>
  explainingFailure(config, async ({ databaseUrl, dataFolder, databaseConnections }) => {
    const engine = await openEngine(databaseUrl, dataFolder, databaseConnections, isShipped)
    await engine.probe()
    return engine
  })

/** Two servers on one embedded database would each count requests, run imports and cache records for themselves. */
export async function lockDataFolder(config: Config): Promise<Disposable> {
  const { dataFolder } = config
  const lock = await explainingFailure(config, ({ databaseUrl }) => lockForServer(databaseUrl, dataFolder))
  if (lock) return lock
  throw new ConfigError(
    `The data folder ${dataFolder} is in use by another server or a restore. Stop that one first, or set KONTOR_DATA to another folder.`,
  )
}

/** A database that cannot be used is a matter of settings: one clear line, not a trace of the program. */
async function explainingFailure<T>(config: Config, open: (config: Config) => Promise<T>): Promise<T> {
  checkDataFolder(config)
  const { databaseUrl, dataFolder } = config
  try {
    return await open(config)
  } catch (error) {
    // Of the address only the host: the rest holds a password.
    const place = databaseUrl ? (URL.parse(databaseUrl)?.host ?? 'DATABASE_URL') : dataFolder
    // Several addresses may have been tried; then the error has no message of its own.
    const { message, code } = error as NodeJS.ErrnoException
    throw new ConfigError(`The database at ${place} cannot be opened: ${message || code || error}.`)
  }
}
