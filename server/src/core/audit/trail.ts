import type { Changes } from '../../model/changes.ts'
import type { Actor } from '../access.ts'
import type { Problem } from '../problem.ts'
import { type Store, wholeScope } from '../store.ts'

/** Audit entries of refusals and reads, which have no transaction of their own that could contain them. */
export interface Trail {
  refused(actor: Actor, operation: string, subject: Subject, problem: Problem): Promise<void>
  /** Records that a user read something sensitive, such as an export. Rejects if that failed: the request must then fail too. */
  read(actor: Actor, resource: string, action: string, query: string): Promise<void>
}

interface Subject {
  readonly resource: string
  readonly recordId: string | null
}

export function createTrail(store: Store, clock: () => number, onError: (error: unknown) => void): Trail {
  return {
    async refused(actor, operation, subject, problem) {
      const scope = wholeScope(new Date(clock()).toISOString(), { actor, operation })
      const changes = { code: [null, problem.code] as const, message: [null, problem.message] as const }
      const noting = store.write(scope, async (records) => records.note({ action: 'refused', ...subject, changes }))
      await noting.catch(onError) // the request is refused whether or not the entry could be written
    },
    async read(actor, resource, action, query) {
      const scope = wholeScope(new Date(clock()).toISOString(), { actor, operation: `${resource}.${action}` })
      const changes: Changes = query === '' ? {} : { query: [null, query] }
      await store.write(scope, async (records) => records.note({ action, resource, recordId: null, changes }))
    },
  }
}
