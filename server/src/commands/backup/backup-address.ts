import { backupSettings, backupUrl } from '../../config/backup.ts'
import type { Config } from '../../config/config.ts'
import type { BackupSettings } from '../../db/backup/settings.ts'
import { UsageError } from '../command.ts'

/** The continuous backup that `--from` names, or else the settings. */
export function backupAt(config: Config, from: string | undefined, option = '--from'): BackupSettings {
  const url = from ?? config.backupUrl
  if (url === undefined) throw new UsageError('Name the backup with --from, or set KONTOR_BACKUP_URL.')
  try {
    return backupSettings(config, backupUrl(url))
  } catch (error) {
    throw new UsageError(`${option} ${(error as Error).message}`)
  }
}

export const isBackupAddress = (text: string): boolean => /^(file|s3):/.test(text)
