// What the fast run (`npm test`) leaves out. An entry is a folder, or the path of a file without its ending.
import { dirname } from 'node:path'

/** Drills, walks through everything, and stories beside the main ones: only in the full run. */
export const FULL_RUN_ONLY: readonly string[] = [
  'bench/bench',
  'client/test/package',
  'client/test/shop',
  'drills/test/',
  'server/test/backup/',
  'server/test/commands/backup',
  'server/test/commands/new-migration',
  'server/test/commands/newer',
  'server/test/commands/restore',
  'server/test/commands/rotate-secret',
  'server/test/commands/seed-sized',
  'server/test/commands/usage',
  'server/test/crash/',
  'server/test/deploy/',
  'server/test/edge/data-folder',
  'server/test/edge/database-tls',
  'server/test/edge/second-server',
  'server/test/edge/shutdown',
  'server/test/edge/start',
  'server/test/events/comments',
  'server/test/events/every-change-once',
  'server/test/fuzz/',
  'server/test/generated-clients',
  'server/test/limits/large-bodies',
  'server/test/limits/redis-start',
  'server/test/lists/plans',
  'server/test/lists/same-answers',
  'server/test/lists/totals-of-many',
  'server/test/mail/retries',
  'server/test/metrics/processes',
  'server/test/model/',
  'server/test/races/',
  'server/test/schema-change',
  'server/test/search/parity',
  'server/test/tracing/',
  'server/test/upgrades/',
  'server/test/verify',
  'server/test/webhooks/retries',
  'web/test/bulk-limits',
  'web/test/bulk-run',
  'web/test/confirm-identity',
  'web/test/confirmations',
  'web/test/conflicts',
  'web/test/create-on-the-way',
  'web/test/dashboard',
  'web/test/dates',
  'web/test/effects',
  'web/test/effort',
  'web/test/every-page',
  'web/test/explorer',
  'web/test/first-load',
  'web/test/first-run',
  'web/test/formats',
  'web/test/forms',
  'web/test/history',
  'web/test/import',
  'web/test/large-list',
  'web/test/list-totals',
  'web/test/lists',
  'web/test/live',
  'web/test/long-names',
  'web/test/lost-replies',
  'web/test/mail',
  'web/test/many-at-once',
  'web/test/order-to-cash-access',
  'web/test/order-to-cash-editor',
  'web/test/palette',
  'web/test/phone',
  'web/test/places',
  'web/test/print',
  'web/test/quality',
  'web/test/search-selects',
  'web/test/second-factor',
  'web/test/security-page',
  'web/test/settings-apps',
  'web/test/settings-apps-consent',
  'web/test/settings-documents',
  'web/test/settings-keys',
  'web/test/settings-pages',
  'web/test/settings-roles',
  'web/test/similar',
  'web/test/sso',
  'web/test/terms',
  'web/test/toy-document',
  'web/test/toy-resource',
  'web/test/views',
  'web/test/webhooks',
]

/** Short files about details: only in the full run, on both databases, in processes that they share with others. */
export const DETAILS: readonly string[] = [
  'server/test/audit/seals',
  'server/test/commands/api',
  'server/test/commands/listen',
  'server/test/commands/seed',
  'server/test/commands/user-add',
  'server/test/demo',
  'server/test/edge/exposure',
  'server/test/edge/https',
  'server/test/edge/overload',
  'server/test/edge/timeouts',
  'server/test/events/waiting',
  'server/test/export/withdrawn',
  'server/test/imports/files',
  'server/test/imports/withdrawn',
  'server/test/letterhead/',
  'server/test/limits/cors',
  'server/test/limits/redis-outage',
  'server/test/lists/among-thousands',
  'server/test/lists/cursors-under-change',
  'server/test/mail/delivery',
  'server/test/mail/new-device-of-app',
  'server/test/mail/nodes',
  'server/test/mail/notices',
  'server/test/mail/password-links',
  'server/test/mcp/oauth',
  'server/test/mcp/records',
  'server/test/oauth/browser-sessions',
  'server/test/oauth/clients',
  'server/test/oauth/endings',
  'server/test/oauth/languages',
  'server/test/oauth/pages',
  'server/test/oauth/refusals',
  'server/test/oauth/session-only',
  'server/test/oauth/sign-in',
  'server/test/oauth/signing-keys',
  'server/test/oauth/traces',
  'server/test/order-to-cash/printed-invoice',
  'server/test/search/races',
  'server/test/search/rebuild',
  'server/test/secrets/',
  'server/test/sso/',
]

/** What the two databases might do differently: the fast run tests these files on PostgreSQL too. */
export const PARITY: readonly string[] = [
  'server/test/events/changes',
  'server/test/keys/',
  'server/test/lists/alphabetical',
  'server/test/lists/counts-and-sums',
  'server/test/lists/figures',
  'server/test/lists/filters',
  'server/test/lists/line-filters',
  'server/test/lists/parity',
  'server/test/lists/statements',
  'server/test/schema',
  'server/test/search/answers',
  'server/test/spec/',
  'server/test/webhooks/delivery',
  'server/test/webhooks/nodes',
  'server/test/order-to-cash/orders',
  'server/test/order-to-cash/from-order',
  'server/test/order-to-cash/payments',
  'server/test/order-to-cash/deliveries',
  'server/test/writes/invoice-dates',
  'server/test/writes/refusals',
]

/**
 * These run on the embedded database alone, in every run: what they promise lies in front of the store (rights, messages, pages,
 * printed documents, heads of HTTP, the OpenAPI document), and the statements that they cause are those of the parity tests.
 */
export const EMBEDDED_ONLY: readonly string[] = [
  'server/test/access/matrix-over-http',
  'server/test/access/matrix-over-mcp',
  'server/test/commands/api',
  'server/test/commands/user-add',
  'server/test/describe/',
  'server/test/edge/addresses',
  'server/test/edge/compression',
  'server/test/edge/languages',
  'server/test/edge/timeouts',
  'server/test/export/formats',
  'server/test/export/spreadsheet',
  'server/test/imports/access',
  'server/test/imports/files',
  'server/test/letterhead/',
  'server/test/mail/forgot-password',
  'server/test/mail/new-device-of-app',
  'server/test/mail/notices',
  'server/test/mail/password-links',
  'server/test/mcp/oauth',
  'server/test/mcp/records',
  'server/test/mcp/refusals',
  'server/test/mcp/tools',
  'server/test/oauth/languages',
  'server/test/oauth/pages',
  'server/test/oauth/refusals',
  'server/test/oauth/session-only',
  'server/test/oauth/sign-in',
  'server/test/openapi',
  'server/test/openapi-answers',
  'server/test/openapi-declarations',
  'server/test/openapi-documents',
  'server/test/openapi-inputs',
  'server/test/openapi-lists',
  'server/test/openapi-shape',
  'server/test/order-to-cash/document-pdf',
  'server/test/order-to-cash/pdf',
  'server/test/order-to-cash/printed-invoice',
  'server/test/rights/field-rights',
  'server/test/web/',
]

/** These observe their whole process, and must not see what other files do in it. */
export const ALONE: readonly string[] = ['server/test/files-of-a-request']

/** Stories that take as long as several others. */
export const LONG_STORIES: readonly string[] = [
  'web/test/every-page',
  'web/test/forms',
  'web/test/large-list',
  'web/test/lists',
  'web/test/lost-replies',
]

/** Files that share a process at most. A story in the browser takes longer than most files. */
const GROUP_MAX = 12
const STORIES_MAX = 4

const isAmong = (file: string, entries: readonly string[]) =>
  entries.some((entry) => (entry.endsWith('/') ? file.startsWith(entry) : file === `${entry}.test.ts`))

export const isFullRunOnly = (file: string): boolean => isAmong(file, FULL_RUN_ONLY) || isAmong(file, DETAILS)
/**
 * The interface knows only HTTP, and both databases are proven to answer alike: beside the main ones, its stories run on
 * the embedded database.
 */
export const isEmbeddedOnly = (file: string): boolean =>
  isAmong(file, EMBEDDED_ONLY) || (file.startsWith('web/test/') && isAmong(file, FULL_RUN_ONLY))
export const isParity = (file: string): boolean => isAmong(file, PARITY)
/** Beside the code that it tests; it needs neither a database nor a browser. */
export const isUnitTest = (file: string): boolean =>
  file.includes('/src/') || file.startsWith('scripts/') || (file.startsWith('drills/') && !file.includes('/test/'))

/** Stories of the full run share a process: loading the server and starting the browser take as long as a short story. */
const isSharedStory = (file: string) =>
  file.startsWith('web/test/') && isEmbeddedOnly(file) && !isAmong(file, LONG_STORIES)
const isLong = (file: string) => isAmong(file, FULL_RUN_ONLY) || file.startsWith('web/test/')
const isAlone = (file: string) => isAmong(file, ALONE) || (isLong(file) && !isSharedStory(file))

/**
 * Files that share a process: those of one folder, as far as they run on the same databases. The longest files run alone,
 * and first: at the end no processor is left without work.
 */
export function grouped(files: readonly string[]): string[][] {
  const areaOf = (file: string) =>
    isUnitTest(file) ? 'unit' : `${dirname(file)} ${isParity(file)} ${isEmbeddedOnly(file)}`
  const alone = files.filter(isAlone)
  const short = Map.groupBy(
    files.filter((file) => !isAlone(file) && !isSharedStory(file)),
    areaOf,
  )
  return [
    ...alone.map((file) => [file]),
    ...partsOf(files.filter(isSharedStory), STORIES_MAX),
    ...[...short.values()].flatMap((some) => partsOf(some, GROUP_MAX)),
  ]
}

const partsOf = (files: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(files.length / size) }, (_, index) => files.slice(index * size, (index + 1) * size))
