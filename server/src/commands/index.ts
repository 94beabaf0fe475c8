import type { Command } from './command.ts'

/** Each is loaded when it is called: loading the whole server takes a second, too long for a script. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).start,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  seed: async () => (await import('./seed.ts')).seed,
  'user add': async () => (await import('./user-add.ts')).userAdd,
  'user password': async () => (await import('./user-password.ts')).userPassword,
  api: async () => (await import('./api.ts')).api,
  backup: async () => (await import('./backup/backup.ts')).backup,
  backups: async () => (await import('./backup/backups.ts')).backups,
  restore: async () => (await import('./backup/restore.ts')).restore,
  'drill restore': async () => (await import('./backup/drill-restore.ts')).drillRestore,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  'rotate-secret': async () => (await import('./rotate-secret.ts')).rotateSecret,
  'rotate-signing-key': async () => (await import('./rotate-signing-key.ts')).rotateSigningKey,
  listen: async () => (await import('./listen.ts')).listen,
  config: async () => (await import('./config.ts')).config,
  'new-migration': async () => (await import('./new-migration.ts')).newMigration,
}

export const everyCommand = (): Promise<Command[]> => Promise.all(Object.values(commands).map((load) => load()))
