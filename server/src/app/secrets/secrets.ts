import { hash, hkdfSync } from 'node:crypto'
import { type Config, ConfigError } from '../../config/config.ts'
import { AuditKeys } from '../../core/audit/seals.ts'
import { decrypt, encrypt } from '../../core/keys/encryption.ts'
import type { KeyRing } from '../../core/keys/key-ring.ts'
import type { Engine } from '../../db/engine.ts'
import { readSecret } from '../../db/secrets.ts'
import { generatedSecrets } from './generated-secrets.ts'

export const KEY_BYTES = 32
const AUDIT_LOG = 'audit log'

/** Each purpose has separate keys, so that what is sealed for one cannot be used for another. */
export type KeysFor = (purpose: string) => KeyRing

/** Keys that are derived from the secret of the instance. */
export interface Secrets {
  /** For tokens and cookies, which are accepted as long as their secret is the current or a previous one. */
  readonly keysFor: KeysFor
  /** For values that are stored encrypted. These keys stay the same when the secret is changed. */
  storageKeyFor(purpose: string): Buffer
  readonly auditKeys: AuditKeys
}

/** The current secret, then the previous ones that are accepted. */
export type SecretsInUse = readonly [current: string, ...previous: string[]]

const derive = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'kontor', purpose, KEY_BYTES))

export const auditKeyFrom = (secret: string): Buffer => derive(secret, AUDIT_LOG)

/** As set; else the generated one. Undefined if there is none yet. */
export async function secretsInUse(config: Config, engine: Engine): Promise<SecretsInUse | undefined> {
  const generated = generatedSecrets(config, engine)
  const stored = config.secret ? await generated.current().catch(ignoreDamage) : await generated.current()
  const current = config.secret ?? stored
  if (current === undefined) return undefined
  const previous = [...config.previousSecrets, ...(stored ? [stored] : []), ...(await generated.previous())]
  return [current, ...new Set(previous.filter((secret) => secret !== current))]
}

/** A damaged secret.key matters only where it is the secret in use. */
function ignoreDamage(error: unknown): undefined {
  if (!(error instanceof ConfigError)) throw error
}

/** What must outlive a change of the secret. It is stored in the database, encrypted by a key of the current secret. */
export interface Vault {
  readonly storageKey: string
  /** The keys of earlier secrets that have sealed audit entries. */
  readonly auditKeys: readonly string[]
}

const vaultKeyOf = (secret: string) => derive(secret, 'vault')
/** Named after its key: a vault of another secret could not be decrypted. */
export const vaultNameOf = (secret: string) => `vault ${hash('sha256', vaultKeyOf(secret)).slice(0, 16)}`
export const closeVault = (secret: string, vault: Vault) => encrypt(vaultKeyOf(secret), JSON.stringify(vault))
export const openVault = (secret: string, text: string): Vault => JSON.parse(decrypt(vaultKeyOf(secret), text))

export async function readVault(engine: Engine, secret: string): Promise<Vault | undefined> {
  const text = await readSecret(engine, vaultNameOf(secret))
  return text === undefined ? undefined : openVault(secret, text)
}

/** In every thread and process, after the first has prepared them. */
export async function openSecrets(config: Config, engine: Engine): Promise<Secrets> {
  const secrets = await secretsInUse(config, engine)
  const vault = secrets && (await readVault(engine, secrets[0]))
  if (!secrets || !vault) throw new ConfigError('The secret has changed since this server was started. Start it again.')
  const [current, ...previous] = secrets
  return {
    keysFor: (purpose) => [derive(current, purpose), ...previous.map((secret) => derive(secret, purpose))],
    storageKeyFor: (purpose) => derive(Buffer.from(vault.storageKey, 'base64url'), purpose),
    auditKeys: auditKeysOf(secrets, [vault]),
  }
}

export function auditKeysOf([current, ...previous]: SecretsInUse, vaults: readonly Vault[]): AuditKeys {
  const kept = vaults.flatMap(({ auditKeys }) => auditKeys.map((key) => Buffer.from(key, 'base64url')))
  return new AuditKeys(auditKeyFrom(current), [...previous.map(auditKeyFrom), ...kept])
}

/** Undefined if there is no secret yet, and so no entry. */
export async function openAuditKeys(config: Config, engine: Engine): Promise<AuditKeys | undefined> {
  const secrets = await secretsInUse(config, engine)
  if (!secrets) return undefined
  const vaults = await Promise.all(secrets.map((secret) => readVault(engine, secret)))
  return auditKeysOf(
    secrets,
    vaults.filter((vault) => vault !== undefined),
  )
}
