const ONLY_DESCRIBED =
  'Requests that are refused with this code say more. Only the OpenAPI document has the general message: openapi.test.ts.'
const REDIRECTED = 'Single sign-on answers with a redirect that carries the code alone: sso/sso.test.ts.'
const AT_THE_SAME_MOMENT =
  'Only one of two requests at the same moment is refused with it: records/unique-codes.test.ts.'
const LARGE_FILE = 'The file must be larger than a test should send: row-collector.test.ts.'
const NO_DATABASE = 'The database must be gone or overloaded'

/** Templates that no request of the inventory can provoke, with the reason and the test that provokes them. */
export const unreachable: ReadonlyMap<string, string> = new Map([
  ['A parameter is not valid.', ONLY_DESCRIBED],
  ['A filter is not valid.', ONLY_DESCRIBED],
  ['The list cannot be sorted that way.', ONLY_DESCRIBED],
  ['Your role does not allow this.', ONLY_DESCRIBED],
  ['The credential does not carry the needed scope.', ONLY_DESCRIBED],
  ['The API key may not be used from this address.', ONLY_DESCRIBED],
  ['Your role does not allow the use of a field.', ONLY_DESCRIBED],
  ['This address does not answer to this method.', ONLY_DESCRIBED],
  ['Too many requests.', ONLY_DESCRIBED],
  ['Too many attempts to sign in.', ONLY_DESCRIBED],
  ['The record has changed since you read it. Read it again and repeat your change.', ONLY_DESCRIBED],
  ['The request headers are too large.', ONLY_DESCRIBED],
  ['The address is too long.', ONLY_DESCRIBED],
  ['The total is not the one that you expected.', ONLY_DESCRIBED],
  ['An operation of the batch was refused, so nothing was done.', ONLY_DESCRIBED],

  [
    'The role "{0}" may not change the status of {1}.',
    'The rights that the action declares refuse such a role earlier: access/matrix.test.ts.',
  ],
  [
    'Another Excel file of yours waits to be read. Send this one when that one is done.',
    'Several Excel files must be read at once: limits/bounded-bodies.test.ts.',
  ],

  ['Single sign-on did not succeed. Try again; if it happens again, tell your administrator.', REDIRECTED],
  ['The provider of single sign-on has not verified your e-mail address.', REDIRECTED],
  ['You have no active user here. Ask an administrator for one.', REDIRECTED],
  ['Your account at the provider of single sign-on has no role here. Ask an administrator.', REDIRECTED],

  ['The file must have at most {0} cells. Split it.', LARGE_FILE],
  ['The cells must have at most {0} characters. Split the file.', LARGE_FILE],
  [
    'The cursor lies after the newest event, so the data is an older copy than the one it was read from. Start again without a cursor.',
    'The database must have been restored from a backup: events/requests.test.ts.',
  ],
  [
    'The cursor was read before the database was restored from a backup, and events after it were undone. Start again without a cursor.',
    'The database must have been restored from a backup: events/requests.test.ts.',
  ],
  [
    '{0} requests of this user are waiting for events already. End one of them, or send wait=0.',
    'Many requests must wait at once: events/waiting.test.ts.',
  ],
  [
    'Too many requests are waiting for events. Try again in a moment, or send wait=0.',
    'A thousand requests must wait at once: http/follow/waiting-requests.test.ts.',
  ],
  [
    'An Excel file can have at most {0} cells here. Filter the records, choose fewer fields, or use format=csv, which has no limit.',
    'It needs a million cells: features/export/collect-workbook.test.ts.',
  ],
  ['Another record of {0} already has this {1}.', AT_THE_SAME_MOMENT],
  ['The {0} is already taken.', AT_THE_SAME_MOMENT],
  [
    'The referenced record does not exist.',
    'The record must be deleted between the check and the write of another request.',
  ],
  [
    'A request with this Idempotency-Key is still running. Try again in a moment.',
    'SQLite runs one write at a time. On PostgreSQL: records/idempotency-in-parallel.test.ts.',
  ],

  ['The service cannot reach its database just now. Try again in a moment.', `${NO_DATABASE}: edge/health.test.ts.`],
  ['Kontor cannot reach its database.', `${NO_DATABASE}: edge/health.test.ts.`],
  [
    'More writes are waiting than can be carried out soon. Nothing was done; try again in a moment.',
    `${NO_DATABASE}: edge/overload.test.ts.`,
  ],
  [
    'The disk of the server is full, so nothing was changed. Reading still works. Ask the administrator to free space.',
    'Needs a full disk: edge/disk-guard.test.ts.',
  ],
  [
    'The database did not confirm the commit, so the change may or may not have been saved. Repeat the request only with the same Idempotency-Key; without one, check first whether the change was saved.',
    `${NO_DATABASE}: crash/lost-commit.test.ts.`,
  ],
  ['Something went wrong on our side. Tell support the request id.', 'An error of the program: edge/logs.test.ts.'],
  ['Something went wrong on our side.', 'An error of the program, while an import runs.'],
  [
    'KONTOR_SECRET has been changed on another node. Restart this one with the same secret.',
    'Needs two nodes: secrets/nodes.test.ts.',
  ],
  [
    'The picture cannot be drawn on a page. Save it in another way, such as a PNG.',
    'No picture is known that passes all checks and cannot be drawn.',
  ],
  ['The request did not arrive in time.', 'Takes as long as a timeout: edge/timeouts.test.ts.'],
  [
    'The rights of your role on {0} have changed since this file was begun. Ask for it again.',
    'The download breaks off, and only the audit log has the reason: export/withdrawn.test.ts.',
  ],
  [
    'The {0} has the status "{1}". Cancel it before you delete it.',
    'Of a document type without a rule of its own, which none of the shipped ones is: toy-document.test.ts.',
  ],
  ['expand takes at most {0} references.', 'No shipped resource has so many references.'],
  [
    'must not contain control characters',
    'Of a password on the command line. The body of a request is refused before.',
  ],
])
