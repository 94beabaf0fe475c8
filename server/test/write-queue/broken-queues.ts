import { Batch } from '../../src/db/write-queue/batch.ts'
import { BatchRows } from '../../src/db/write-queue/batch-rows.ts'
import { PendingWrites, RowCache } from '../../src/db/write-queue/row-cache.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Replaces methods of all objects of a class. */
function replace<T extends object>(target: T, replacements: Partial<T>): () => void {
  const names = Object.keys(replacements) as (keyof T)[]
  const before = names.map((name) => [name, target[name]] as const)
  Object.assign(target, replacements)
  return () => {
    for (const [name, method] of before) target[name] = method
  }
}

export const brokenQueues: Readonly<Record<string, PlantedBug>> = {
  'a blocked request fails': {
    install() {
      const { attempt } = Batch.prototype
      return replace(Batch.prototype, {
        async attempt(request) {
          const outcome = await attempt.call(this, request)
          return 'blockedBy' in outcome ? { error: new Error('A row is locked.') } : outcome
        },
      })
    },
  },
  'what a failed request adds to the shared counts is published': {
    breakConnection: (connection) => ({ ...connection, whenKept: (publish) => publish() }),
  },
  'what a failed attempt has written stays': {
    breakConnection: (connection) => ({ ...connection, attempt: (work) => work(connection) }),
  },
  'the database does not check an attempt before the next one begins': {
    install: () => replace(BatchRows.prototype, { async flush() {} }),
  },
  'rows that were only read stay in the cache after a lock': {
    install: () => replace(RowCache.prototype, { dropUnlocked() {} }),
  },
  'rows of a failed request stay in the cache': {
    install: () =>
      replace(RowCache.prototype, {
        restore() {},
      }),
  },
  'a read does not see pending writes': {
    install: () => replace(PendingWrites.prototype, { concerns: () => false }),
  },
  'a batch takes in too many requests': { extraBatch: 3 },
}
