import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ArchiveError } from '../engine.ts'
import { PREVIOUS_SECRETS_FILE, SECRET_FILE, SECRET_FILES } from '../secret-files.ts'

const KEY_BYTES = 32
const ID_LENGTH = 16

/** Tells that an object was written by a server with the secret of the instance. */
export interface Seal {
  /** Which key: secrets are changed in the course of time. */
  readonly key: string
  readonly code: string
}

/** Derived from the secret of the instance. */
export interface SealKey {
  readonly id: string
  readonly bytes: Buffer
}

export function sealKeyOf(secret: string): SealKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'kontor', 'continuous backup', KEY_BYTES))
  return { id: hash('sha256', bytes).slice(0, ID_LENGTH), bytes }
}

const codeOf = ({ bytes }: SealKey, text: string): Buffer => createHmac('sha256', bytes).update(text).digest()

export const sealOf = (key: SealKey, text: string): Seal => ({ key: key.id, code: codeOf(key, text).toString('hex') })

const linesOf = (text: string) => text.split('\n').filter(Boolean)

/** The secret in use, then earlier ones: of the settings, and of the data folder. */
export function instanceSecrets(ofSettings: readonly string[], dataFolder: string | undefined): string[] {
  const files = dataFolder === undefined ? [] : SECRET_FILES.map((name) => join(dataFolder, name))
  const stored = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))
  return [...new Set([...ofSettings, ...stored.flatMap(linesOf)])]
}

/** Those in the files that a backup contains, by their names. */
export const secretsInFiles = (files: Readonly<Record<string, string>>): string[] =>
  [SECRET_FILE, PREVIOUS_SECRETS_FILE].flatMap((name) => linesOf(files[name] ?? ''))

/** What a restore reads was sealed. */
export interface Sealed {
  readonly name: string
  readonly text: string
  readonly seal: Seal | undefined
}

/** The content was changed, or written by another program than a server of this instance. */
class ForgedObject extends ArchiveError {}

const UNSEALED =
  'Note: the backup, or a part of it, was written by an earlier version of Kontor. That part is not authenticated: a program that can write to the target could have changed it.'

/** Checks what a restore reads, in the order in which it was written. */
export class SealCheck {
  readonly #keys = new Map<string, SealKey>()
  readonly #isSkipped: boolean
  #hasSealed = false
  #hasUnsealed = false
  #hasSkipped = false

  /** `isSkipped`: the operator accepts a backup that cannot be checked. */
  constructor(isSkipped: boolean) {
    this.#isSkipped = isSkipped
  }

  /** For the operator. */
  get notes(): string[] {
    if (this.#hasSkipped) return ['Warning: whether this instance has written the backup was not checked.']
    return this.#hasUnsealed ? [UNSEALED] : []
  }

  addSecrets(secrets: readonly string[]): void {
    for (const key of secrets.map(sealKeyOf)) this.#keys.set(key.id, key)
  }

  check({ name, text, seal }: Sealed): void {
    if (!seal && this.#hasSealed && !this.#isSkipped)
      throw new ForgedObject(
        `${name} is not authenticated, although the objects before it are. It was not written by this instance.`,
      )
    if (!seal) this.#hasUnsealed = true
    else if (this.#isSkipped) this.#hasSkipped = true
    if (!seal || this.#isSkipped) return
    this.#hasSealed = true
    const key = this.#keys.get(seal.key)
    if (!key)
      throw new ArchiveError(
        `Whether ${name} was written by this instance cannot be checked without its secret. Set KONTOR_SECRET (and KONTOR_SECRET_PREVIOUS) to the secret of that time, or put secret.key into the data folder. If the secret is lost, --unauthenticated restores without this check.`,
      )
    if (!timingSafeEqual(codeOf(key, text), Buffer.from(seal.code, 'hex')))
      throw new ForgedObject(
        `${name} was changed, or not written by this instance: its authentication code is wrong. Restore an earlier moment, or accept it with --unauthenticated.`,
      )
  }
}
