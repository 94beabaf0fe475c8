import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

test('an IPv4 address is counted by itself', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  assert.notEqual(networkOf('203.0.113.7'), networkOf('203.0.113.8'))
})

test('an IPv4 address written as IPv6 is the same address', () => {
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('::FFFF:203.0.113.7'), '203.0.113.7')
})

test('all addresses of one /64 are one network, however they are written', () => {
  const same = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002:0000:0000:0000:0001',
    '2001:db8:1:2:3::',
    '2001:db8:1:2::1%eth0',
  ]
  for (const address of same) assert.equal(networkOf(address), '2001:db8:1:2::/64', address)
})

test('zeros left out at the front, in the middle or at the end are counted', () => {
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('::'), '0:0:0:0::/64')
  assert.equal(networkOf('2001::2:3:4:5:6'), '2001:0:0:2::/64')
  assert.equal(networkOf('2001:db8::'), '2001:db8:0:0::/64')
  assert.equal(networkOf('64:ff9b::192.0.2.1'), '64:ff9b:0:0::/64')
})

test('neighbouring /64 networks are two', () => {
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
})

test('a text that is no address is counted by itself', () => {
  assert.equal(networkOf(''), '')
  assert.equal(networkOf('unknown'), 'unknown')
})
