import { KEY_DAYS, KEY_DAYS_MAX } from '../server/src/auth/api-keys/api-keys.resource.ts'
import { TOKEN_LIFETIME_SECONDS } from '../server/src/auth/tokens.ts'
import { IDEMPOTENCY_KEY_MAX, KEPT_DAYS as KEYS_KEPT_DAYS } from '../server/src/core/execution/idempotency.ts'
import { DEPTH_MAX, ENTRIES_MAX, KEYS_MAX, VALUES_MAX } from '../server/src/core/input/json-bounds.ts'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../server/src/core/lists/parse-list.ts'
import { OPERATIONS_MAX } from '../server/src/features/batch/batch-entry.ts'
import { BODY_LIMIT_BYTES as BULK_BYTES, BULK_MAX } from '../server/src/features/bulk/bulk-action.ts'
import { CELLS_MAX } from '../server/src/features/export/collect-workbook.ts'
import { CSV_MAX, BODY_LIMIT_BYTES as IMPORT_BYTES } from '../server/src/features/imports/import-actions.ts'
import { COLUMNS_MAX } from '../server/src/features/imports/imports.resource.ts'
import { KEPT_DAYS as IMPORTS_KEPT_DAYS } from '../server/src/features/imports/keeping.ts'
import { FILE_MAX_BYTES } from '../server/src/features/imports/reading/read-file.ts'
import { LIMIT_MAX, QUERY_MAX } from '../server/src/features/search/search-action.ts'
import { UNPACKED_MAX_BYTES } from '../server/src/features/xlsx/read-workbook.ts'
import { RATIO_MAX } from '../server/src/http/parse-request.ts'
import { BODY_LIMIT_BYTES } from '../server/src/http/server.ts'
import { FAULTS_MAX } from '../server/src/model/input.ts'
import { LINES_MAX } from '../server/src/model/kinds/structures/lines.ts'
import { DECIMAL_MAX } from '../server/src/model/money.ts'

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 4 }).format

/** Those of docs/api.md. The limits of single fields are in docs/fields.md. */
export const limits: readonly (readonly [what: string, limit: string])[] = [
  ['body of a request', `${count(BODY_LIMIT_BYTES)} bytes, also after decompression`],
  ['body of `POST /imports`', `${count(IMPORT_BYTES)} bytes; the table ${count(CSV_MAX)} characters`],
  [
    'file of `POST /imports/files`',
    `${count(FILE_MAX_BYTES)} bytes; a workbook ${count(UNPACKED_MAX_BYTES)} bytes when it is unpacked`,
  ],
  ['Excel file of an export', `${count(CELLS_MAX)} cells; CSV and NDJSON have no limit`],
  ['nesting of a body', `${DEPTH_MAX} levels`],
  ['fields of one object in a body', count(KEYS_MAX)],
  ['entries of one list in a body', `${count(ENTRIES_MAX)}; fewer where a field says so`],
  ['values of a whole body', `${count(VALUES_MAX)}: the fields of all objects and the entries of all lists`],
  ['body that is compressed', `${RATIO_MAX} times its compressed size, if it is larger than 1,048,576 bytes`],
  ['`details` of an error', `${FAULTS_MAX}; \`omittedDetails\` counts the others`],
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
