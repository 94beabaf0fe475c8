import { problemCodes, statusOfProblem, textOfProblem } from '../../core/problem.ts'
import { inEnglish } from '../../model/message.ts'
import { DECIMALS } from '../../model/money.ts'
import { operatorDescriptions } from './filters.ts'

const errorTable = (): string =>
  problemCodes()
    .toSorted((one, other) => statusOfProblem(one) - statusOfProblem(other))
    .map((code) => `| ${statusOfProblem(code)} | \`${code}\` | ${inEnglish(textOfProblem(code))} |`)
    .join('\n')

const operatorTable = (): string =>
  Object.entries(operatorDescriptions)
    .map(([operator, description]) => `| \`${operator}\` | ${description} |`)
    .join('\n')

/** What holds of the whole API, in Markdown. */
export const introduction =
  () => `Kontor is an open, self-hosted business platform. Whatever its people can do, a program can do through this API.

**Answers.** \`{ "success": true, "data": … }\`, for lists with \`meta\`. A refusal is
\`{ "success": false, "error": { "code", "message", "details", "requestId" } }\`; \`details\` names every faulty field at once.
A record is answered with all of its fields; \`fields\` selects some, and a field that a role hides is left out. Without the
right to read, a write is answered with \`id\` and \`version\`. Version 1 only gains fields and operations, so ignore what you
do not know. \`X-Request-Id\` and the headers of the limits are on every answer. Where an answer concerns a deprecated
operation or field, \`Deprecation\` tells since when, \`Sunset\` from when it may be gone, and \`Link\` what replaces it.

**Signing in.** Send the \`token\` of \`POST /api/v1/auth/login\` as \`Authorization: Bearer …\`, or an API key as \`X-API-Key\`.
A third-party app gets its token by OAuth 2.0 (\`/.well-known/oauth-authorization-server\`).
A credential carries scopes (\`read\`, \`write\`, \`delete\`, \`admin\`), and a role decides what its user may do.
An operation needs the right to read its resource, unless it names another right.

**Lists.** Any plain field filters: \`field=value\` or \`field[operator]=value\`; a part of a group is written with a dot, as in
\`address.city\`. Filters are joined by "and". Walk through pages with \`page\`, or with \`cursor\`, which neither skips nor repeats
a record while others are being added. An export (\`GET /…/export\`) takes the same filters and has all matching records; lines
are shown as their number, and named in \`fields\`, each line has a row.

| Operator | Finds |
|---|---|
${operatorTable()}

**Changes.** PUT and PATCH change only the fields that are sent; null clears a field; lists are replaced as a whole. A record
can be sent back whole, as it was received: its read-only fields are ignored, although the schemas of bodies leave them out.
Unknown fields are refused. \`If-Match\` protects against overwriting the change of another client, \`Idempotency-Key\` against
doing the same thing twice. A bulk action (\`POST /…/bulk\`) treats each record alone: a refused one does not affect the others.
Where its filter matches more than it takes, go on with \`cursor=\` and \`nextCursor\` in the filter.

**Values.** Amounts and quantities are numbers with at most ${DECIMALS} decimals. Dates read \`2026-01-31\`, moments
\`2026-01-31T09:30:00.000Z\` in UTC.

**Limits.** \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` are on every answer, and \`RateLimit\` and \`RateLimit-Policy\`
say the same in the format of the IETF draft; a 429 says in \`Retry-After\` how long to wait.

**Refusals.** Look at the code; the sentence beside it is for people.

| Status | Code | Usual message |
|---|---|---|
${errorTable()}
`
