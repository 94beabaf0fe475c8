import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookState } from '../webhooks.resource.ts'
import { WebhookLease } from './webhook-lease.ts'

/** What the database holds, and a clock that the test moves. */
function nodes(isAlone = false) {
  let time = 0
  let state = { holder: null, leaseCount: 0 } as unknown as WebhookState
  const node = (holder: string) => {
    const lease = new WebhookLease({
      holder,
      isAlone,
      monotonic: () => time,
      async take(seen) {
        if (state.leaseCount !== seen) return undefined
        state = { ...state, holder, leaseCount: seen + 1 }
        return state.leaseCount
      },
    })
    return {
      lease,
      look() {
        lease.observe(state)
        return lease.hold(state)
      },
    }
  }
  return { a: node('a'), b: node('b'), count: () => state.leaseCount, wait: (ms: number) => (time += ms) }
}

test('one of two nodes holds the lease for as long as it renews it', async () => {
  const { a, b, wait } = nodes()
  for (let second = 0; second < 30; second++) {
    assert.deepEqual([await a.look(), await b.look()], [true, false])
    wait(1000)
  }
})

test('a node writes a renewal at most every two seconds', async () => {
  const { a, wait, count } = nodes()
  for (let tick = 0; tick <= 20; tick++) {
    await a.look()
    wait(500)
  }
  assert.equal(count(), 6)
})

test('a node that cannot renew begins nothing after 5 s; another one takes over after 7 s without a renewal', async () => {
  const { a, b, wait } = nodes()
  await a.look()
  await b.look()
  wait(4999)
  assert.deepEqual([a.lease.isValid, await b.look()], [true, false])
  wait(2000)
  assert.deepEqual([a.lease.isValid, await b.look()], [false, false])
  wait(1)
  assert.deepEqual([await b.look(), await a.look()], [true, false])
})

test('of two nodes that take over at the same time one gets the lease', async () => {
  const { a, b, wait } = nodes()
  await a.look()
  await b.look()
  wait(10_000)
  assert.deepEqual((await Promise.all([a.look(), b.look()])).sort(), [false, true])
})

test('where no other server can use the database, a lease of another process is taken at once', async () => {
  const { a, b } = nodes(true)
  assert.deepEqual([await a.look(), await b.look()], [true, true])
})
