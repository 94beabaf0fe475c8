import { checkDataFolder } from '../app/secrets/generated-secrets.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { type Engine, isOutage } from '../db/engine.ts'
import { lockForServer, openEngine, placeOf } from '../db/open.ts'

export const openDatabase = (config: Config, isShipped = false): Promise<Engine> =>
  explainingFailure(config, async ({ databaseUrl, dataFolder, ...settings }) => {
    const options = {
      connections: settings.databaseConnections,
      connectSeconds: settings.databaseConnectTimeout,
      statementSeconds: settings.databaseStatementTimeout,
      lockSeconds: settings.databaseLockTimeout,
    }
    const engine = await openEngine(databaseUrl, dataFolder, options, isShipped)
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
  try {
    checkDataFolder(config)
    return await open(config)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      `The database at ${placeOf(config.databaseUrl, config.dataFolder)} cannot be opened: ${reasonOf(error)}.`,
    )
  }
}

/** The same for a database that fails after it was opened, for example because of the disk. */
export async function explainingOutage<T>(config: Config, engine: Engine, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = causesOf(error).find((one) => isOutage(engine.refusalOf(one)))
    if (!cause) throw error
    throw new ConfigError(
      `The database at ${placeOf(config.databaseUrl, config.dataFolder)} cannot be used: ${reasonOf(cause)}.`,
    )
  }
}

/** The error and what it says was its cause: a commit that failed is reported as one whose outcome is unknown. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

/** Several addresses may have been tried; then the error has no message of its own. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code || String(error)
}
