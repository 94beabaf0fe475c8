import { adoptSecret } from '../../src/app/secrets/adopt-secret.ts'
import { openAuditKeys } from '../../src/app/secrets/secrets.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Verdict, verify } from '../../src/verify/verify.ts'
import type { Environment } from '../commands/command-line.ts'
import type { Kontor } from '../support/kontor.ts'

/** Its comma does not make two of it. */
export const FIRST = 'the first secret of this instance, long enough'
export const SECOND = 'the second secret of this instance is long'
export const THIRD = 'the third secret of this instance is long'

const configOf = ({ database }: Kontor, environment: Environment) =>
  readConfig({ ...database.environment, ...environment })

/** What `kontor verify` says of the audit log under these settings. */
export async function auditVerdict(kontor: Kontor, environment: Environment): Promise<Verdict> {
  const keys = await openAuditKeys(configOf(kontor, environment), kontor.engine)
  return (await verify(kontor.engine, {}, keys)).find(({ name }) => name === 'audit log')!
}

/** What a start under these settings does with the secret, as on another node. */
export const adopt = (kontor: Kontor, environment: Environment) =>
  adoptSecret({ config: configOf(kontor, environment), engine: kontor.engine, now: new Date().toISOString() })
