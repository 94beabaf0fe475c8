import type { Detail } from '../model/input.ts'
import { FAULTS_MAX } from '../model/input.ts'
import { inEnglish, listed, type Message, msg } from '../model/message.ts'
import type { AnyRecord } from '../model/resource.ts'

type ProblemTable = Readonly<Record<string, readonly [status: number, text: Message]>>

/** What the engine refuses a request with: the code, its HTTP status, its usual message. Resources declare their own. */
const engineProblems = {
  BAD_REQUEST: [400, msg`The request cannot be understood.`],
  INVALID_JSON: [400, msg`The body is not valid JSON.`],
  INVALID_PARAMETER: [400, msg`A parameter is not valid.`],
  INVALID_FILTER: [400, msg`A filter is not valid.`],
  INVALID_SORT: [400, msg`The list cannot be sorted that way.`],
  INVALID_CURSOR: [400, msg`The cursor is not valid for this list. Start again without a cursor.`],

  UNAUTHORIZED: [401, msg`Send a bearer token or an API key with the request.`],
  INVALID_CREDENTIALS: [401, msg`The e-mail address or the password is wrong.`],
  SECOND_FACTOR_REQUIRED: [
    401,
    msg`The password is right. Now prove your second factor: send its code with the challenge.`,
  ],
  INVALID_SECOND_FACTOR: [401, msg`The code is wrong or was used before. Enter a new one.`],
  CHALLENGE_EXPIRED: [401, msg`The challenge has expired or was answered before. Sign in again from the start.`],
  PASSWORD_SIGN_IN_OFF: [401, msg`Signing in by a password is switched off here. Use single sign-on.`],
  SSO_FAILED: [401, msg`Single sign-on did not succeed. Try again; if it happens again, tell your administrator.`],
  SSO_EMAIL_NOT_VERIFIED: [401, msg`The provider of single sign-on has not verified your e-mail address.`],
  SSO_USER_UNKNOWN: [401, msg`You have no active user here. Ask an administrator for one.`],
  SSO_NO_ROLE: [401, msg`Your account at the provider of single sign-on has no role here. Ask an administrator.`],
  INVALID_TOKEN: [401, msg`The access token is not valid. Sign in again.`],
  TOKEN_EXPIRED: [401, msg`The access token has expired. Use the refresh token to get a new one.`],
  INVALID_API_KEY: [401, msg`The API key is not valid. Check that it is complete and has not been revoked.`],
  API_KEY_EXPIRED: [401, msg`The API key has expired. Create a new one.`],
  INVALID_REFRESH_TOKEN: [401, msg`The refresh token is not valid or has expired. Sign in again.`],
  REFRESH_TOKEN_REUSED: [401, msg`The refresh token was used before, so the session has been ended. Sign in again.`],

  FORBIDDEN: [403, msg`Your role does not allow this.`],
  INSUFFICIENT_SCOPE: [403, msg`The credential does not carry the needed scope.`],
  IP_NOT_ALLOWED: [403, msg`The API key may not be used from this address.`],
  FIELD_NOT_PERMITTED: [403, msg`Your role does not allow the use of a field.`],

  REAUTHENTICATION_REQUIRED: [
    403,
    msg`Confirm that it is you: send your password to POST /auth/reauthenticate, then repeat the request.`,
  ],
  SECOND_FACTOR_SETUP_REQUIRED: [
    403,
    msg`Your role requires a second factor. Set one up first: POST /auth/two-factor/totp.`,
  ],

  NOT_FOUND: [404, msg`There is nothing at this address.`],

  VALIDATION_ERROR: [422, msg`Some fields are not valid.`],
  INVALID_STATUS_TRANSITION: [422, msg`The record cannot move to that status.`],
  DOCUMENT_LOCKED: [422, msg`In its present state the document cannot be changed that way.`],
  RESOURCE_IN_USE: [422, msg`The record is used by others and cannot be deleted.`],
  IDEMPOTENCY_KEY_REUSED: [422, msg`The Idempotency-Key was used before for a different request. Use a new key.`],

  METHOD_NOT_ALLOWED: [405, msg`This address does not answer to this method.`],
  RATE_LIMIT_EXCEEDED: [429, msg`Too many requests.`],
  TOO_MANY_ATTEMPTS: [429, msg`Too many attempts to sign in.`],

  INTERNAL_ERROR: [500, msg`Something went wrong on our side. Tell support the request id.`],

  // Only for a client that opted in, or that sent what HTTP itself refuses.
  IDEMPOTENCY_IN_PROGRESS: [409, msg`A request with this Idempotency-Key is still running. Try again in a moment.`],
  VERSION_MISMATCH: [412, msg`The record has changed since you read it. Read it again and repeat your change.`],
  RECORD_EXISTS: [412, msg`The record is there already, and If-None-Match asks for a new one.`],
  REQUEST_TIMEOUT: [408, msg`The request did not arrive in time.`],
  PAYLOAD_TOO_LARGE: [413, msg`The body is too large.`],
  URI_TOO_LONG: [414, msg`The address is too long.`],
  UNSUPPORTED_MEDIA_TYPE: [415, msg`Send the body as JSON with the header Content-Type: application/json.`],
  HEADERS_TOO_LARGE: [431, msg`The request headers are too large.`],
  UNAVAILABLE: [503, msg`The service cannot reach its database just now. Try again in a moment.`],
  OVERLOADED: [
    503,
    msg`More writes are waiting than can be carried out soon. Nothing was done; try again in a moment.`,
  ],
  STORAGE_FULL: [
    503,
    msg`The disk of the server is full, so nothing was changed. Reading still works. Ask the administrator to free space.`,
  ],
  OUTCOME_UNKNOWN: [
    503,
    msg`The database did not confirm the commit, so the change may or may not have been saved. Repeat the request only with the same Idempotency-Key; without one, check first whether the change was saved.`,
  ],
} as const satisfies ProblemTable

declare const declared: unique symbol
/** A code that a resource has declared by `defineProblems`. */
export type DeclaredCode = string & { readonly [declared]: true }
export type ProblemCode = keyof typeof engineProblems | DeclaredCode

const table = new Map<string, ProblemTable[string]>(Object.entries(engineProblems))

/** Declares the codes of a resource. Returns each under its name. */
export function defineProblems<T extends ProblemTable>(own: T): { readonly [C in keyof T]: DeclaredCode } {
  for (const [code, problem] of Object.entries(own)) {
    if (table.has(code)) throw new Error(`The problem code ${code} is declared twice.`)
    table.set(code, problem)
  }
  return Object.fromEntries(Object.keys(own).map((code) => [code, code])) as { [C in keyof T]: DeclaredCode }
}

/** All codes: those of the engine, then those of the resources, whichever of their modules was loaded first. */
export function problemCodes(): ProblemCode[] {
  const own = Object.keys(engineProblems)
  return [...own, ...[...table.keys()].slice(own.length).sort()] as ProblemCode[]
}
export const statusOfProblem = (code: ProblemCode): number => table.get(code)![0]
export const textOfProblem = (code: ProblemCode): Message => table.get(code)![1]

interface ProblemOptions {
  readonly text?: Message
  /** The first 100 are answered. */
  readonly details?: readonly Detail[]
  /** How many more there are than the details. */
  readonly omitted?: number
  /** What the message tells of beyond its values: a user who may not see one of them gets a general message. */
  readonly reveals?: readonly string[]
  readonly retryAfterSeconds?: number
  /** What a client needs to go on; it stands beside the message. */
  readonly data?: AnyRecord
  /** The unique field whose value another record has. Of an id in another system, the resource is not known. */
  readonly taken?: { readonly resource: string; readonly field: string }
  readonly cause?: unknown
}

export class Problem extends Error {
  readonly text: Message
  readonly code: ProblemCode
  readonly status: number
  readonly details: readonly Detail[]
  /** How many details are left out. */
  readonly omitted: number
  readonly reveals: readonly string[]
  readonly retryAfterSeconds: number | undefined
  readonly data: AnyRecord | undefined
  readonly taken: ProblemOptions['taken']

  constructor(
    code: ProblemCode,
    {
      text = textOfProblem(code),
      details = [],
      omitted = 0,
      reveals = [],
      retryAfterSeconds,
      data,
      taken,
      cause,
    }: ProblemOptions = {},
  ) {
    super(inEnglish(text), { cause })
    this.text = text
    this.code = code
    this.status = statusOfProblem(code)
    this.details = details.length > FAULTS_MAX ? details.slice(0, FAULTS_MAX) : details
    this.omitted = omitted + details.length - this.details.length
    this.reveals = reveals
    this.retryAfterSeconds = retryAfterSeconds
    this.data = data
    this.taken = taken
  }
}

/** Why something cannot be done just now. A Problem is one, too. */
export interface Blocker {
  readonly code: ProblemCode
  readonly text: Message
  readonly details?: readonly Detail[]
  readonly reveals?: readonly string[]
}

export function refuseBlocked(blocker: Blocker | undefined): void {
  if (blocker) throw new Problem(blocker.code, blocker)
}

/** The problem that the work throws; undefined if it throws none. */
export async function refusalOf(work: () => unknown): Promise<Problem | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

export function refuseFaults(details: readonly Detail[], omitted = 0): void {
  if (details.length > 0) throw faultsProblem(details, omitted)
}

export function faultsProblem(details: readonly Detail[], omitted = 0): Problem {
  const kept = details.slice(0, FAULTS_MAX)
  const more = omitted + details.length - kept.length
  const names = [...new Set(kept.map(({ field }) => field))]
  const count = names.length + more
  const shown = listed([...names.slice(0, 5), ...(count > 5 ? ['…'] : [])])
  const ofFields = count === 1 ? msg`One field is not valid: ${shown}.` : msg`${count} fields are not valid: ${shown}.`
  // What is wrong with the body or the row as a whole has no field.
  const text = kept.find(({ field }) => field === '')?.message ?? ofFields
  return new Problem('VALIDATION_ERROR', { text, details: kept, omitted: more })
}
