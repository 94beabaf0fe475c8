import { SigningKeys } from '../../auth/oauth/signing-keys.ts'
import type { Engine } from '../../db/engine.ts'
import { keptSecret, readSecret, replaceSecret } from '../../db/secrets.ts'
import type { Secrets } from './secrets.ts'

export const signingKeysOf = ({ storageKeyFor }: Secrets, engine: Engine, clock: () => number): SigningKeys =>
  new SigningKeys({
    seal: storageKeyFor('OAuth signing keys'),
    storage: {
      read: (name) => readSecret(engine, name),
      keep: (name, value) => keptSecret(engine, name, () => value),
      replace: (name, before, value) => replaceSecret(engine, name, before, value),
    },
    clock,
  })
