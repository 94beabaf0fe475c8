import { sessions } from './auth/access.resources.ts'
import { administrationOf } from './auth/administration.ts'
import { connectedAppActions } from './auth/oauth/connected-apps.ts'
import { sessionActions } from './auth/session-actions.ts'
import { createThrottle, type Throttle } from './auth/throttle.ts'
import type { Config } from './config.ts'
import { auditedStore } from './core/audit/audited-store.ts'
import type { Executor, Writer } from './core/command.ts'
import { createExecutor } from './core/execute.ts'
import { type Cursors, createCursors } from './core/lists/cursor.ts'
import type { Entry } from './core/rules.ts'
import { searchEntry } from './core/search/search-action.ts'
import type { Store } from './core/store.ts'
import type { Engine } from './db/engine.ts'
import { createStore } from './db/store.ts'
import { everyResource, subjectsOf } from './every-resource.ts'
import { housekeeping } from './housekeeping.ts'
import type { Resource } from './model/resource.ts'
import { catalog as shippedCatalog } from './resources/catalog.ts'
import { registryOf } from './resources/registry.ts'
import { type KeyFor, openSecrets } from './secrets.ts'

export interface AssemblyOptions {
  readonly config: Config
  readonly engine: Engine
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly catalog?: readonly Resource[]
  /** Where another thread writes. */
  readonly writer?: Writer
}

/** Everything that can happen, and where it is kept; but nobody asks for it yet. */
export interface Assembly {
  readonly store: Store
  readonly entries: readonly Entry[]
  readonly executor: Executor & Writer
  readonly cursors: Cursors
  readonly throttle: Throttle
  readonly keyFor: KeyFor
  /** Put before the path in addresses that are answered. */
  readonly origin: string
}

/** The same in every thread. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { config, engine, clock, catalog = shippedCatalog, writer } = options
  const keyFor = await openSecrets(config, engine)
  const resources = everyResource(catalog)
  const store = auditedStore(createStore(engine, resources), keyFor('audit log'))
  const cursors = createCursors(keyFor('cursors'))
  const throttle = createThrottle(clock)
  const signIn: Entry = {
    resource: sessions,
    path: 'auth',
    actions: [...sessionActions(keyFor('refresh tokens'), throttle), ...connectedAppActions],
  }
  const entries = [signIn, ...registryOf(catalog), ...administrationOf(subjectsOf(resources)), searchEntry(catalog)]
  const origin = config.baseUrl ?? ''
  const parts = { entries: [...entries, housekeeping], store, cursors, clock, origin }
  const executor = createExecutor({ ...parts, ...(writer && { writer }) })
  return { store, entries, executor, cursors, throttle, keyFor, origin }
}
