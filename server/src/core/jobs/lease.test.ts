import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lease, type LeaseState, LeaseWatch } from './lease.ts'

/** What the database holds, and a clock that the test moves. */
function nodes(isAlone = false) {
  let [time, takesMs] = [0, 0]
  let state: LeaseState = { holder: null, leaseCount: 0 }
  const node = (holder: string) => {
    const lease = new Lease({ holder, isAlone, monotonic: () => time }, async (seen) => {
      if (state.leaseCount !== seen) return undefined
      state = { holder, leaseCount: seen + 1 }
      time += takesMs
      return state.leaseCount
    })
    return {
      lease,
      look: () => lease.hold(state),
    }
  }
  return {
    a: node('a'),
    b: node('b'),
    count: () => state.leaseCount,
    wait: (ms: number) => (time += ms),
    slowDown: (ms: number) => (takesMs = ms),
  }
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

test('a node whose lease was written so late that others may have taken it over begins nothing', async () => {
  const { a, slowDown } = nodes()
  slowDown(5000)
  assert.equal(await a.look(), false)
  slowDown(0)
  assert.equal(await a.look(), true)
})

test('where no other server can use the database, a lease of another process is taken at once', async () => {
  const { a, b } = nodes(true)
  assert.deepEqual([await a.look(), await b.look()], [true, true])
})

test('work of another node may be taken when its state has not changed for some time, whatever the clock shows', () => {
  let now = 5_000_000
  const watch = new LeaseWatch(10_000, () => now)
  assert.equal(watch.heldFor('imp_1', 'row 0'), 10_000)
  now += 9_000
  assert.equal(watch.heldFor('imp_1', 'row 0'), 1_000)
  assert.equal(watch.heldFor('imp_2', 'row 0'), 10_000, 'each work has a time of its own')
  for (const state of ['row 100', 'row 0 again', 'another holder']) {
    assert.equal(watch.heldFor('imp_1', state), 10_000, 'progress renews it')
    now += 9_999
    assert.equal(watch.heldFor('imp_1', state), 1)
  }
  now += 1
  assert.equal(watch.heldFor('imp_1', 'another holder'), 0)
  watch.keepOnly(['imp_1'])
  assert.equal(watch.heldFor('imp_1', 'another holder'), 0)
  watch.keepOnly([])
  assert.equal(watch.heldFor('imp_1', 'another holder'), 10_000, 'work that had ended is new')
})
