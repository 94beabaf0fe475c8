import assert from 'node:assert/strict'
import { test } from 'node:test'
import { History } from '../history/history.ts'
import { firstWrite } from '../postgres/first-write.ts'
import { openBalancer } from '../rolling/balancer.ts'

const LIMIT_MS = 20

test('a drill fails if no write is acknowledged after a fault', () =>
  assert.rejects(firstWrite(new History(), LIMIT_MS), /^Error: No write was acknowledged within 0\.02 s\.$/))

test('a drill fails if a node never becomes ready', async () => {
  const balancer = await openBalancer()
  const node = 'http://127.0.0.1:1'
  balancer.add(node)
  await assert.rejects(balancer.isReady(node, LIMIT_MS), /The node http:\/\/127\.0\.0\.1:1 did not become ready within/)
  await balancer.close()
})
