import { createCipheriv, createDecipheriv, generateKeyPair, hash, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps the first value that any process offers under a name; returns what is kept. */
export type Keep = (name: string, value: string) => Promise<string>

/**
 * The key that id tokens are signed with. All processes share it, and it survives restarts. It is stored encrypted, under
 * a name derived from the encryption key: a new instance secret gets a new key rather than one that cannot be decrypted.
 */
export async function openSigningKey(seal: Buffer, keep: Keep): Promise<JWK> {
  const name = `oauth signing key ${hash('sha256', seal).slice(0, 16)}`
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return JSON.parse(unsealed(seal, await keep(name, sealed(seal, described(privateKey)))))
}

function described(key: KeyObject): string {
  const jwk = key.export({ format: 'jwk' })
  return JSON.stringify({ ...jwk, kid: hash('sha256', jwk.n!, 'base64url').slice(0, 16), alg: 'RS256', use: 'sig' })
}

function sealed(seal: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, seal, nonce)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function unsealed(seal: Buffer, text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv(CIPHER, seal, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const content = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
  return Buffer.concat([decipher.update(content), decipher.final()]).toString()
}
