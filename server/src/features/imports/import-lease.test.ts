import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImportLeases } from './import-lease.ts'
import type { Import } from './imports.resource.ts'

const job = { id: 'imp_1', holder: 'other', attempt: 1, processed: 0 } as Import

test('an import of another runner is taken over when it made no progress for ten seconds, whatever the clock shows', () => {
  let now = 5_000_000
  const leases = new ImportLeases(() => now)
  assert.equal(leases.heldFor({ ...job, holder: null }, 'own'), 0)
  assert.equal(leases.heldFor({ ...job, holder: 'own' }, 'own'), 0)
  assert.equal(leases.heldFor(job, 'own'), 10_000)
  now += 9_000
  assert.equal(leases.heldFor(job, 'own'), 1_000)
  for (const changes of [
    { processed: 100 },
    { processed: 0, attempt: 2 },
    { processed: 0, attempt: 2, holder: 'third' },
  ]) {
    assert.equal(leases.heldFor({ ...job, ...changes }, 'own'), 10_000, 'progress renews it')
    now += 9_999
    assert.equal(leases.heldFor({ ...job, ...changes }, 'own'), 1)
  }
  now += 1
  const last = { ...job, attempt: 2, holder: 'third' }
  assert.equal(leases.heldFor(last, 'own'), 0)
  leases.keepOnly([])
  assert.equal(leases.heldFor(last, 'own'), 10_000, 'an import that had ended is new')
})
