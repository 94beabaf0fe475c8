import type { Changes } from '../../model/changes.ts'
import type { Actor } from '../access.ts'
import type { Problem } from '../problem.ts'
import { type Store, wholeScope } from '../store.ts'
import { RefusalCounts } from './refusals.ts'

/** Audit entries of refusals and reads, which have no transaction of their own that could contain them. */
export interface Trail {
  /** Repeated refusals are counted, and written minute by minute. */
  refused(actor: Actor, operation: string, subject: Subject, problem: Problem): Promise<void>
  /** Writes what was counted; at the end all of it. */
  flush(isEnd: boolean): Promise<void>
  /** Records that a user read something sensitive, such as an export. Rejects if that failed: the request must then fail too. */
  read(actor: Actor, resource: string, action: string, query: string): Promise<void>
}

interface Subject {
  readonly resource: string
  readonly recordId: string | null
}

export function createTrail(store: Store, clock: () => number, onError: (error: unknown) => void): Trail {
  const refusals = new RefusalCounts(async ({ actor, operation, ...happening }) => {
    const scope = wholeScope(new Date(clock()).toISOString(), { actor, operation })
    const noting = store.write(scope, async (records) => records.note(happening))
    await noting.catch(onError) // the request is refused whether or not the entry could be written
  })
  return {
    refused: (actor, operation, subject, problem) => refusals.add({ actor, operation, ...subject, problem }, clock()),
    flush: (isEnd) => refusals.flush(clock(), isEnd),
    async read(actor, resource, action, query) {
      const scope = wholeScope(new Date(clock()).toISOString(), { actor, operation: `${resource}.${action}` })
      const changes: Changes = query === '' ? {} : { query: [null, query] }
      await store.write(scope, async (records) => records.note({ action, resource, recordId: null, changes }))
    },
  }
}
