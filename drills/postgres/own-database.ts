import { hasPostgres } from '../../server/test/support/postgres-member.ts'
import type { DrillContext } from '../framework/drill.ts'

export const missingPostgres = (): string | undefined =>
  hasPostgres() ? undefined : 'PostgreSQL is not installed (on Debian: apt-get install postgresql).'

/** The same drill with a database at this address instead of the usual one. */
export const withDatabase = (context: DrillContext, databaseUrl: string): DrillContext => ({
  ...context,
  async createDatabase() {
    const { environment } = await context.createDatabase()
    return { environment: { ...environment, DATABASE_URL: databaseUrl } }
  },
})
