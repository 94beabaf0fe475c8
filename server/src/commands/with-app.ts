import { type App, buildApp } from '../app/app.ts'
import { readConfig } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import { openDatabase } from './open-database.ts'

/** Everything but listening: the database is opened and set up as at any start, and closed when the work is done. */
export async function withApp<T>(work: (app: App, engine: Engine) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const engine = await openDatabase(config)
  try {
    const app = await buildApp({ config, engine })
    announceAdministrator(app)
    try {
      return await work(app, engine)
    } finally {
      await app.server.close()
    }
  } finally {
    await engine.close()
  }
}

/** On an empty database any command may be the first start, and the password is shown only then. */
function announceAdministrator({ firstAdministrator }: App): void {
  if (!firstAdministrator) return
  const { email, randomPassword } = firstAdministrator
  const password = randomPassword ? `, password ${randomPassword} (shown this once; keep it)` : ''
  console.log(`First administrator: ${email}${password}`)
}
