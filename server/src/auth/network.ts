import { isIPv6 } from 'node:net'

/** An IPv4 address may come dressed as an IPv6 one. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Whom an address belongs to: itself, or for IPv6 its /64, since one customer commands all addresses in it. */
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
