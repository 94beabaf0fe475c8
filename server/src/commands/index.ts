import type { Command } from './command.ts'
import { config } from './config.ts'
import { migrateCommand } from './migrate.ts'
import { start } from './start.ts'

export const commands: readonly Command[] = [start, migrateCommand, config]
