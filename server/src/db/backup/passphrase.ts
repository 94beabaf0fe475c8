import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { ArchiveError } from '../engine.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** 64 MB and some tenths of a second for each guess. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 134_217_728 }

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize(), salt, KEY_BYTES, COST)

export function encryptWith(passphrase: string, text: string): string {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), nonce)
  return Buffer.concat([salt, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

export function decryptWith(passphrase: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const nonceEnd = SALT_BYTES + NONCE_BYTES
  const key = keyOf(passphrase, bytes.subarray(0, SALT_BYTES))
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(SALT_BYTES, nonceEnd))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceEnd, -TAG_BYTES)), decipher.final()]).toString()
  } catch {
    throw new ArchiveError(
      'KONTOR_BACKUP_PASSPHRASE is not the passphrase of this backup. If the passphrase is lost, "kontor restore --without-secret" restores the data alone.',
    )
  }
}
