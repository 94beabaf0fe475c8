import { hash } from 'node:crypto'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import type { Bearer } from '../bearer.ts'
import { isWellFormed, mintToken } from '../tokens.ts'
import { type ApiKey, apiKeys } from './api-keys.resource.ts'

const PREFIX = 'ktk_live_'
const SHOWN_LENGTH = 13

/** The value, and its stored digest. A random value needs no slow digest. */
export function mintKey() {
  const key = mintToken(PREFIX)
  return { key, prefix: key.slice(0, SHOWN_LENGTH), lastFour: key.slice(-4), keyHash: digestOf(key) }
}

const digestOf = (key: string) => hash('sha256', key)
export const isApiKey = (key: string) => isWellFormed(key, PREFIX)

/** The key's owner, and what it is good for. */
export async function keyBehind(reads: Reads, key: string): Promise<Bearer> {
  return bearerOf(isApiKey(key) ? await reads.find(apiKeys, { keyHash: digestOf(key) }) : undefined)
}

/** The same for a key that was presented before. */
export const keyById = async (reads: Reads, id: string): Promise<Bearer> => bearerOf(await reads.find(apiKeys, { id }))

function bearerOf(found: ApiKey | undefined): Bearer {
  if (!found) throw new Problem('INVALID_API_KEY')
  const { id, owner, scopes, resources, allowedIps, expiresAt } = found
  return {
    userId: owner,
    credential: { kind: 'key', id },
    scopes,
    expiresAt,
    ...(resources && { narrowedTo: resources }),
    ...(allowedIps.length > 0 && { allowedIps }),
  }
}
