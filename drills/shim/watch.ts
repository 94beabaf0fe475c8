import { realpathSync } from 'node:fs'
import type { Environment } from '../../server/test/support/process.ts'
import type { DrillContext, DrillDatabase } from '../framework/drill.ts'
import { buildShim } from './build.ts'

/** The folder of an embedded database, whose servers run with the shim. */
export interface WatchedDatabase extends DrillDatabase {
  /** The data folder, without symbolic links. */
  readonly folder: string
  /** Settings for `startServer`. */
  watched(settings: { readonly trace?: string; readonly control?: string }): Environment
}

export async function createWatchedDatabase(context: DrillContext): Promise<WatchedDatabase> {
  const shim = buildShim(context.folder)
  const { environment } = await context.createDatabase()
  const folder = realpathSync(environment.KONTOR_DATA!)
  return {
    environment: { ...environment, KONTOR_DATA: folder },
    folder,
    watched: ({ trace, control }) => ({
      LD_PRELOAD: shim,
      FAULTS_FOLDER: folder,
      FAULTS_TRACE: trace,
      FAULTS_CONTROL: control,
    }),
  }
}
