import { BlockList, isIP, isIPv6 } from 'node:net'

const NETWORKS_KEPT = 1000

/** An IPv4 address may be written as an IPv6 one. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The unit that an address is counted by: itself, or for IPv6 its /64, since one customer controls all addresses in it. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  return plain.includes(':') && isIPv6(plain) ? `${expand(plain).slice(0, 4).join(':')}::/64` : plain
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = (part: string | undefined) =>
    part ? part.split(':').map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()) : []
  const [before, after] = [groups(head), groups(tail)]
  return tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}

const networks = new Map<string, BlockList>()

/** Whether an address is among these addresses and networks (CIDR). */
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
