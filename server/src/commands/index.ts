import { ConfigError } from '../config/config.ts'
import { NewerVersion } from '../db/newer-version.ts'
import { api } from './api.ts'
import { backup } from './backup/backup.ts'
import { backups } from './backup/backups.ts'
import { drillRestore } from './backup/drill-restore.ts'
import { restore } from './backup/restore.ts'
import type { Command } from './command.ts'
import { config } from './config.ts'
import { listen } from './listen.ts'
import { migrateCommand } from './migrate.ts'
import { newMigration } from './new-migration.ts'
import { rotateSecret } from './rotate-secret.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'
import { seed } from './seed.ts'
import { start } from './start.ts'
import { userAdd } from './user-add.ts'
import { verifyCommand } from './verify.ts'

export const commands: readonly Command[] = [
  start,
  migrateCommand,
  seed,
  userAdd,
  api,
  backup,
  backups,
  restore,
  drillRestore,
  verifyCommand,
  rotateSecret,
  rotateSigningKey,
  listen,
  config,
  newMigration,
]

/** Errors of the settings or of the database whose message says all. */
export const isForeseen = (error: unknown): boolean => error instanceof ConfigError || error instanceof NewerVersion
