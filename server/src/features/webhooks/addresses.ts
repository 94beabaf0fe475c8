import { BlockList, isIP } from 'node:net'

type Network = readonly [address: string, length: number]

/** A list for each family: in a list of both, an IPv4 address matches IPv6 networks that contain its mapped form. */
interface Networks {
  readonly v4: BlockList
  readonly v6: BlockList
}

function networksOf(v4: readonly Network[], v6: readonly Network[]): Networks {
  const lists = { v4: new BlockList(), v6: new BlockList() }
  for (const [address, length] of v4) lists.v4.addSubnet(address, length, 'ipv4')
  for (const [address, length] of v6) lists.v6.addSubnet(address, length, 'ipv6')
  return lists
}

/** Networks of the own machine and the own house. An operator may allow them. */
const PRIVATE = networksOf(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10], // shared by the customers of a provider (CGNAT)
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [
    ['::1', 128],
    ['fc00::', 7],
  ],
)

/**
 * What is neither public nor private: link-local addresses, where clouds answer with credentials, multicast, reserved and
 * documentation networks, and IPv6 networks that stand for IPv4 addresses.
 */
const FORBIDDEN = networksOf(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ],
  [
    ['::', 3], // IPv4-mapped and IPv4-compatible addresses, NAT64, unspecified, discarded
    ['2001::', 23], // Teredo, ORCHID, benchmarks
    ['2001:db8::', 32],
    ['2002::', 16], // 6to4
    ['3fff::', 20],
    ['4000::', 2],
    ['8000::', 1],
  ],
)

/** Whether a webhook may be sent to this address: to public ones always, to private ones where the setting allows it. */
export const mayConnect = (address: string, allowsPrivate: boolean): boolean =>
  isPrivate(address) ? allowsPrivate : isIP(address) !== 0 && !isAmong(FORBIDDEN, address)

/** Loopback counts as private. */
export const isPrivate = (address: string): boolean => isAmong(PRIVATE, address)

function isAmong({ v4, v6 }: Networks, address: string): boolean {
  const family = isIP(address)
  return family === 4 ? v4.check(address, 'ipv4') : family === 6 && v6.check(address, 'ipv6')
}
