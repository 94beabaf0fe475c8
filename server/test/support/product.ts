import { everyResource, subjectsOf } from '../../src/app/every-resource.ts'
import { usageEntry } from '../../src/app/usage.ts'
import { sessions } from '../../src/auth/access.resources.ts'
import { administrationOf } from '../../src/auth/administration.ts'
import { connectedAppActions } from '../../src/auth/oauth/connected-apps.ts'
import { passwordLinkActions } from '../../src/auth/password-links/link-actions.ts'
import { sessionActions } from '../../src/auth/session-actions.ts'
import type { SignInParts } from '../../src/auth/sign-in-actions.ts'
import { createThrottle } from '../../src/auth/throttle.ts'
import type { Action } from '../../src/core/action.ts'
import { createMemoryCounters } from '../../src/core/counters/memory-counters.ts'
import { createCursors } from '../../src/core/lists/cursor.ts'
import type { Entry } from '../../src/core/rules.ts'
import { batchEntry } from '../../src/features/batch/batch-entry.ts'
import { describeEntry } from '../../src/features/describe/describe-entry.ts'
import { eventsEntry } from '../../src/features/events/events-action.ts'
import { feedEntries, hasEvents } from '../../src/features/events/next-events.ts'
import { importEntries } from '../../src/features/imports/imports-entry.ts'
import { searchEntry } from '../../src/features/search/search-action.ts'
import { webhookEntries } from '../../src/features/webhooks/webhooks-entry.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { reportsEntry } from '../../src/resources/reports/reports.ts'
import { companyFields } from '../../src/resources/settings/company.ts'
import { entries as business } from './world.ts'

const unasked = () => Promise.reject(new Error('This must not be called.'))
const secret = Buffer.alloc(32)
const parts: SignInParts = {
  tokenKeys: [secret],
  factorKey: secret,
  throttle: createThrottle(createMemoryCounters(Date.now)),
  mayUsePassword: () => true,
  isPasswordOff: false,
  failures: { add: unasked, flush: unasked },
  baseUrl: undefined,
}
const signIn: Entry = {
  resource: sessions,
  path: 'auth',
  actions: [
    ...sessionActions(parts, { fields: companyFields, of: unasked, nameOf: unasked }),
    ...connectedAppActions,
    ...passwordLinkActions(createThrottle(createMemoryCounters(Date.now)), parts.failures),
  ],
}

const known: readonly Entry[] = [
  signIn,
  ...business,
  ...administrationOf(subjectsOf(everyResource())),
  ...webhookEntries({
    key: secret,
    allowsPrivate: false,
    cursors: createCursors([secret]),
    subjects: everyResource().filter(hasEvents),
    actorIn: () => unasked,
    notify: unasked,
  }),
  searchEntry(catalog),
]

const told = [...known, ...importEntries(known, () => {}).entries]

/** Everything that can be done through the API: signing in, the business, its administration, search, reports, what there is. */
export const everyEntry: readonly Entry[] = [
  ...told,
  batchEntry(told),
  reportsEntry(catalog),
  eventsEntry(feedEntries(told), createCursors([secret])),
  describeEntry(told),
  usageEntry(unasked),
]

export interface Route {
  readonly entry: Entry
  readonly action: Action
  /** `GET /items/:id` */
  readonly title: string
  /** Under /api/v1. */
  readonly path: string
}

export const everyRoute: readonly Route[] = everyEntry.flatMap((entry) =>
  entry.actions.map((action) => {
    const path = `/${entry.path ?? entry.resource.name}${action.path}`
    return { entry, action, path, title: `${action.method} ${path}` }
  }),
)
