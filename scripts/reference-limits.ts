import { KEY_DAYS, KEY_DAYS_MAX } from '../server/src/auth/api-keys/api-keys.resource.ts'
import { TOKEN_LIFETIME_SECONDS } from '../server/src/auth/tokens.ts'
import { OPERATIONS_MAX } from '../server/src/core/batch/batch-entry.ts'
import { IDEMPOTENCY_KEY_MAX, KEPT_DAYS as KEYS_KEPT_DAYS } from '../server/src/core/idempotency.ts'
import { CSV_MAX, BODY_LIMIT_BYTES as IMPORT_BYTES } from '../server/src/core/imports/import-actions.ts'
import { COLUMNS_MAX } from '../server/src/core/imports/imports.resource.ts'
import { KEPT_DAYS as IMPORTS_KEPT_DAYS } from '../server/src/core/imports/keeping.ts'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../server/src/core/lists/parse-list.ts'
import { BODY_LIMIT_BYTES as BULK_BYTES, BULK_MAX } from '../server/src/core/many/bulk-action.ts'
import { LIMIT_MAX, QUERY_MAX } from '../server/src/core/search/search-action.ts'
import { DEPTH_MAX } from '../server/src/http/commands/commands.ts'
import { BODY_LIMIT_BYTES } from '../server/src/http/server.ts'
import { LINES_MAX } from '../server/src/model/kinds/structures/lines.ts'
import { DECIMAL_MAX } from '../server/src/model/money.ts'

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 4 }).format

/** Those of docs/api.md. The limits of single fields are in docs/fields.md. */
export const limits: readonly (readonly [what: string, limit: string])[] = [
  ['body of a request', `${count(BODY_LIMIT_BYTES)} bytes, also after decompression`],
  ['body of `POST /imports`', `${count(IMPORT_BYTES)} bytes; the table ${count(CSV_MAX)} characters`],
  ['nesting of a body', `${DEPTH_MAX} levels`],
  ['amounts and quantities', `${count(DECIMAL_MAX)}, four decimals`],
  ['lines of a document', count(LINES_MAX)],
  ['`perPage`', `${PER_PAGE_MAX}; ${PER_PAGE_DEFAULT} if it is not sent`],
  ['`q` of a search', `${QUERY_MAX} characters; at most ${LIMIT_MAX} hits`],
  ['records of a bulk action', `${count(BULK_MAX)}; its body ${count(BULK_BYTES)} bytes`],
  ['operations of a batch', count(OPERATIONS_MAX)],
  ['columns of an import', `${COLUMNS_MAX}; its rows are kept for ${IMPORTS_KEPT_DAYS} days`],
  ['`Idempotency-Key`', `${IDEMPOTENCY_KEY_MAX} characters; kept for ${KEYS_KEPT_DAYS} days`],
  ['access token', `${count(TOKEN_LIFETIME_SECONDS)} seconds`],
  ['API key', `${KEY_DAYS} days if no expiry is sent, at most ${KEY_DAYS_MAX}`],
]
