import { randomBytes } from 'node:crypto'
import { type Config, ConfigError } from '../../config/config.ts'
import { auditChains, auditLog } from '../../core/audit/audit-log.resource.ts'
import { CHAINS, chainId } from '../../core/audit/audited-store.ts'
import { type AuditKeys, keyChange } from '../../core/audit/seals.ts'
import { type NewRecord, type Reads, type Store, wholeScope } from '../../core/store.ts'
import type { Engine } from '../../db/engine.ts'
import { keptSecret, writeSecret } from '../../db/secrets.ts'
import { createStore } from '../../db/store.ts'
import type { Row } from '../../model/resource.ts'
import { type GeneratedSecrets, generatedSecrets } from './generated-secrets.ts'
import {
  auditKeyFrom,
  auditKeysOf,
  closeVault,
  KEY_BYTES,
  openVault,
  readVault,
  type SecretsInUse,
  secretsInUse,
  type Vault,
  vaultNameOf,
} from './secrets.ts'

export interface Adoption {
  readonly config: Config
  readonly engine: Engine
  readonly now: string
  /** The secret that the database was last used with is lost: the operator accepts what goes with it. */
  readonly isLost?: boolean
}

/**
 * At the start of a server, before any other thread or process opens the secrets: generates the secret if there is none,
 * and passes the audit log on to a changed one. Refuses a secret that has nothing to do with the database.
 */
export async function adoptSecret({ config, engine, now, isLost = false }: Adoption): Promise<void> {
  const generated = generatedSecrets(config, engine)
  const store = createStore(engine, [auditLog, auditChains])
  const reads = store.reads(wholeScope(now))
  const chains = await chainsIn(reads)
  if (!(await secretsInUse(config, engine))) {
    if (!isLost && chains.some(({ head }) => head.sequence > 0)) throw new ConfigError(missing(generated))
    await generated.create()
  }
  const secrets = (await secretsInUse(config, engine))!
  const keys = auditKeysOf(secrets, [])
  const sealedBy = await Promise.all(chains.map((chain) => keyIdOf(reads, keys, chain)))
  if (!isLost && sealedBy.some((id) => id !== undefined && !keys.find(id)))
    throw new ConfigError(unknown(config, generated))
  await prepareVault(engine, secrets)
  if (chains.some(({ head }) => head.key !== keys.current.id)) await changeKey(store, now, keys)
}

const REMEDY = 'If it is lost, run "kontor rotate-secret --lost" (see docs/running.md for what that costs).'

const missing = ({ place }: GeneratedSecrets) =>
  `The secret of this database is missing: neither is KONTOR_SECRET set, nor is there one in ${place}. Bring it back. ${REMEDY}`

const unknown = ({ secret }: Config, { place }: GeneratedSecrets) =>
  `${secret ? 'KONTOR_SECRET' : `The secret in ${place}`} is not the secret that this database was last used with. Set that one; to change it, also name it in KONTOR_SECRET_PREVIOUS. ${REMEDY}`

interface Chain {
  readonly chain: number
  readonly head: Row<typeof auditChains>
}

async function chainsIn(reads: Reads): Promise<Chain[]> {
  const numbers = Array.from({ length: CHAINS }, (_, chain) => chain)
  const heads = await reads.getMany(auditChains, numbers.map(chainId))
  // A head that is gone is for "kontor verify" to report.
  return numbers.flatMap((chain) => ({ chain, head: heads.get(chainId(chain))! })).filter(({ head }) => head)
}

/** The key that sealed the last entry of a chain. Undefined if it has no entries; empty if it is none of ours. */
async function keyIdOf(reads: Reads, keys: AuditKeys, { chain, head }: Chain): Promise<string | undefined> {
  if (head.key !== null) return head.key
  if (head.sequence === 0) return undefined
  // Sealed by a version that did not store the key.
  const entryAt = (sequence: number) => reads.find(auditLog, { chain, sequence })
  const [last, before] = await Promise.all([entryAt(head.sequence), entryAt(head.sequence - 1)])
  return (last && keys.sealing(before?.hash ?? '', last)?.id) ?? ''
}

/** Passes on what earlier vaults hold that can still be opened. */
async function prepareVault(engine: Engine, secrets: SecretsInUse): Promise<void> {
  const [current, ...previous] = secrets
  const name = vaultNameOf(current)
  const earlier = (await Promise.all(previous.map((secret) => readVault(engine, secret)))).filter(isThere)
  const storageKey = earlier[0]?.storageKey ?? randomBytes(KEY_BYTES).toString('base64url')
  const first = closeVault(current, { storageKey, auditKeys: [] })
  const vault = openVault(current, await keptSecret(engine, name, () => first))
  const inherited = [
    ...earlier.flatMap(({ auditKeys }) => auditKeys),
    ...previous.map((secret) => auditKeyFrom(secret).toString('base64url')),
  ]
  const auditKeys = [...new Set([...vault.auditKeys, ...inherited])]
  if (auditKeys.length > vault.auditKeys.length)
    await writeSecret(engine, name, closeVault(current, { ...vault, auditKeys }))
}

const isThere = (vault: Vault | undefined): vault is Vault => vault !== undefined

/** All chains in one transaction. The lock of a chain lets no other node seal with the previous key meanwhile. */
async function changeKey(store: Store, now: string, keys: AuditKeys): Promise<void> {
  const { current } = keys
  await store.write(wholeScope(now), async (records) => {
    for (const { chain } of await chainsIn(records)) {
      const head = await records.lock(auditChains, chainId(chain))
      const from = await keyIdOf(records, keys, { chain, head })
      if (from === undefined || from === current.id) {
        await records.update(auditChains, head, { key: current.id })
        continue
      }
      const entry = keyChange(now, head, keys.find(from) ?? from, current)
      await records.insert(auditLog, { ...entry, chain } as unknown as NewRecord<typeof auditLog>)
      await records.update(auditChains, head, { sequence: entry.sequence, hash: entry.hash, key: current.id })
    }
  })
}
