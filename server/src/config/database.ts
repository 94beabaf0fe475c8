import { setting } from './setting.ts'
import { databaseUrl, wholeNumber } from './values.ts'

export interface DatabaseConfig {
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  readonly databaseConnectTimeout: number
  readonly databaseStatementTimeout: number
  readonly databaseLockTimeout: number
}

/** Which database server is used, and how. */
export const databaseSettings = [
  setting('DATABASE_URL', 'databaseUrl', undefined, databaseUrl, 'postgres://… instead of the embedded database.', {
    isSecret: true,
  }),
  setting(
    'KONTOR_DATABASE_CONNECTIONS',
    'databaseConnections',
    '10',
    wholeNumber(2, 500),
    'Connections of one process to PostgreSQL for reading; writes have three more.',
  ),
  setting(
    'KONTOR_DATABASE_CONNECT_TIMEOUT',
    'databaseConnectTimeout',
    '5',
    wholeNumber(1, 60),
    'Seconds to wait for a connection to PostgreSQL.',
  ),
  setting(
    'KONTOR_DATABASE_STATEMENT_TIMEOUT',
    'databaseStatementTimeout',
    '30',
    wholeNumber(1, 3600),
    'Seconds that a statement of a request may take on PostgreSQL.',
  ),
  setting(
    'KONTOR_DATABASE_LOCK_TIMEOUT',
    'databaseLockTimeout',
    '20',
    wholeNumber(1, 3600),
    'Seconds that such a statement waits for a row that another transaction has locked.',
  ),
] as const
