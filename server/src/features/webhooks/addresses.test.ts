import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayConnect } from './addresses.ts'

const publicOnes = ['8.8.8.8', '93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '2a00:1450:4001:81b::200e']
const privateOnes = ['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']
const privateToo = ['100.64.0.1', '::1', 'fc00::1', 'fd12:3456::1']
const never = [
  ...['0.0.0.0', '169.254.169.254', '169.254.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
  ...['::', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::1', '2001:0:1::1', '100::1'],
  ...['64:ff9b::7f00:1', '64:ff9b::808:808', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1'],
  ...['::ffff:8.8.8.8', '::7f00:1', '::ffff:0:127.0.0.1', 'example.com', '', '0x7f.1', '2130706433'],
]

test('a webhook is sent to public addresses, and to private ones only where the setting allows it', () => {
  for (const address of publicOnes)
    for (const allowed of [true, false]) assert.equal(mayConnect(address, allowed), true, address)
  for (const address of [...privateOnes, ...privateToo])
    for (const allowed of [true, false]) assert.equal(mayConnect(address, allowed), allowed, address)
})

test('link-local, metadata, multicast, reserved and IPv4-mapped addresses are refused whatever the setting', () => {
  for (const address of never)
    for (const allowed of [true, false]) assert.equal(mayConnect(address, allowed), false, address)
})
