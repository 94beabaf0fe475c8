import { hash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import type { Bearer } from '../bearer.ts'
import { plainAddress } from '../network.ts'
import { isWellFormed, mintToken } from '../tokens.ts'
import { apiKeys } from './api-keys.resource.ts'

const PREFIX = 'ktk_live_'
const SHOWN_LENGTH = 13
const NETWORKS_KEPT = 1000

/** The value, and what is kept of it. A random value needs no slow digest. */
export function mintKey() {
  const key = mintToken(PREFIX)
  return { key, prefix: key.slice(0, SHOWN_LENGTH), lastFour: key.slice(-4), keyHash: digestOf(key) }
}

const digestOf = (key: string) => hash('sha256', key)
export const isApiKey = (key: string) => isWellFormed(key, PREFIX)

/** The key's owner, and what it is good for. */
export async function keyBehind(reads: Reads, key: string): Promise<Bearer> {
  const found = isApiKey(key) ? await reads.find(apiKeys, { keyHash: digestOf(key) }) : undefined
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

const networks = new Map<string, BlockList>()

export function isWithin(allowed: readonly string[], address: string): boolean {
  const name = allowed.join(' ')
  const known = networks.get(name) ?? listOf(allowed)
  networks.set(name, known)
  if (networks.size > NETWORKS_KEPT) networks.delete(networks.keys().next().value!)
  const plain = plainAddress(address)
  const family = isIP(plain)
  return family !== 0 && known.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

function listOf(allowed: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of allowed) addNetwork(list, entry)
  return list
}

/** Throws when it is neither an address nor a network. */
function addNetwork(list: BlockList, entry: string): void {
  const [address = '', length, ...rest] = entry.split('/')
  const family = isIP(address)
  const longest = family === 4 ? 32 : 128
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= longest)
  if (family === 0 || !isLength || rest.length > 0 || address.includes('%')) throw new Error('no network')
  list.addSubnet(address, Number(length ?? longest), family === 4 ? 'ipv4' : 'ipv6')
}

export function isNetwork(entry: string): boolean {
  try {
    addNetwork(new BlockList(), entry)
    return true
  } catch {
    return false
  }
}
