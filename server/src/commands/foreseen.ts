import { ConfigError } from '../config/config.ts'
import { NewerVersion } from '../db/newer-version.ts'

/** Errors of the settings or of the database whose message says all. */
export const isForeseen = (error: unknown): boolean => error instanceof ConfigError || error instanceof NewerVersion
