import { generateKeyPair, hash, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import { decrypt, encrypt } from '../../core/keys/encryption.ts'
import { TOKEN_LIFETIME_SECONDS } from '../tokens.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A key signs for this long, then another takes its place. */
const SIGNING_MS = 90 * DAY_MS
/** How often a process looks for keys of others. */
const RELOAD_MS = 5 * MINUTE_MS
/** A new key is published before it signs, so that every node and every app that keeps the key set for an hour knows it. */
const LEAD_MS = 75 * MINUTE_MS
/** After another key has taken its place: until no token that it has signed is valid, on whichever node and clock. */
const RETIRED_MS = TOKEN_LIFETIME_SECONDS * 1000 + 60 * MINUTE_MS

/** Values by name, which all processes on one database share. */
export interface KeyStorage {
  read(name: string): Promise<string | undefined>
  /** Keeps the first value that any process offers under a name; returns what is kept. */
  keep(name: string, value: string): Promise<string>
  /** False if another process has replaced it meanwhile. */
  replace(name: string, before: string, value: string): Promise<boolean>
}

interface SigningKey {
  readonly key: JWK
  /** Milliseconds since 1970. */
  readonly signsFrom: number
}

interface Loaded {
  readonly text: string
  readonly keys: readonly SigningKey[]
  readonly at: number
}

export interface SigningKeyParts {
  /** They are stored encrypted, under a name derived from this key. */
  readonly seal: Buffer
  readonly storage: KeyStorage
  readonly clock: () => number
}

/** The keys that id tokens are signed with. All processes share them, and they survive restarts. */
export class SigningKeys {
  readonly #parts: SigningKeyParts
  readonly #name: string
  #loaded: Promise<Loaded> | undefined

  constructor(parts: SigningKeyParts) {
    this.#parts = parts
    this.#name = `oauth signing keys ${hash('sha256', parts.seal).slice(0, 16)}`
  }

  /** The key set now: the first key signs, and all of them are published. */
  async current(): Promise<readonly JWK[]> {
    const loaded = await this.#load()
    const now = this.#parts.clock()
    if (Math.abs(now - loaded.at) < RELOAD_MS) return publishedAt(loaded.keys, now)
    this.#loaded = undefined
    return publishedAt((await this.#load()).keys, now)
  }

  /** Adds a key. It takes over after some time; with `isRevoking` it does at once, and the others are withdrawn. */
  async rotate(isRevoking = false): Promise<void> {
    const fresh = await generate()
    this.#loaded = undefined
    for (;;) {
      const { text, keys } = await this.#read()
      const now = this.#parts.clock()
      const added = { key: fresh, signsFrom: isRevoking ? now : now + LEAD_MS }
      if (await this.#replace(text, isRevoking ? [added] : [added, ...remainingAt(keys, now)])) return
    }
  }

  #load(): Promise<Loaded> {
    this.#loaded ??= this.#read()
      .then((loaded) => this.#renewed(loaded))
      .catch((error) => {
        this.#loaded = undefined // the database was away: the next request tries again
        throw error
      })
    return this.#loaded
  }

  async #read(): Promise<Loaded> {
    const { seal, storage, clock } = this.#parts
    const text = (await storage.read(this.#name)) ?? (await storage.keep(this.#name, await this.#first()))
    return { text, keys: JSON.parse(decrypt(seal, text)), at: clock() }
  }

  async #first(): Promise<string> {
    return encrypt(this.#parts.seal, JSON.stringify([{ key: await generate(), signsFrom: this.#parts.clock() }]))
  }

  /** Of several processes that find the newest key too old, one adds another. */
  async #renewed(loaded: Loaded): Promise<Loaded> {
    const now = this.#parts.clock()
    if (isInUse(loaded.keys[0]!, now)) return loaded
    const added = { key: await generate(), signsFrom: now + LEAD_MS }
    await this.#replace(loaded.text, [added, ...remainingAt(loaded.keys, now)])
    return this.#read()
  }

  #replace(before: string, keys: readonly SigningKey[]): Promise<boolean> {
    const { seal, storage } = this.#parts
    return storage.replace(this.#name, before, encrypt(seal, JSON.stringify(keys)))
  }
}

/** Whether no newer one is needed. One that is to sign in the far future was made while the clock was ahead. */
const isInUse = ({ signsFrom }: SigningKey, now: number): boolean =>
  signsFrom < now + 2 * LEAD_MS && now + LEAD_MS < signsFrom + SIGNING_MS

/** Newest first, without those whose tokens have all expired. */
const remainingAt = (keys: readonly SigningKey[], now: number): readonly SigningKey[] =>
  keys.filter((_, index) => index === 0 || now < keys[index - 1]!.signsFrom + RETIRED_MS)

function publishedAt(keys: readonly SigningKey[], now: number): JWK[] {
  const signing = keys.find(({ signsFrom }) => signsFrom <= now) ?? keys.at(-1)!
  const others = remainingAt(keys, now).filter((key) => key !== signing)
  return [signing, ...others].map(({ key }) => key)
}

async function generate(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return described(privateKey)
}

function described(key: KeyObject): JWK {
  const jwk = key.export({ format: 'jwk' })
  return { ...jwk, kid: hash('sha256', jwk.n!, 'base64url').slice(0, 16), alg: 'RS256', use: 'sig' } as JWK
}
