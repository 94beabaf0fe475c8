import type { FastifyRequest } from 'fastify'
import type { KeyUses } from '../auth/api-keys/key-uses.ts'
import { isApiKey } from '../auth/api-keys/keys.ts'
import {
  type Identified,
  type Identify,
  isGuess,
  isWellFormed,
  type Proof,
  refusalCodeOf,
  subjectOf,
} from '../auth/identify.ts'
import { networkOf } from '../auth/network.ts'
import type { Plan } from '../config/config.ts'
import type { Actor, CurrentActor } from '../core/access.ts'
import type { Trail } from '../core/audit/trail.ts'
import { Problem } from '../core/problem.ts'
import { msg, seconds } from '../model/message.ts'
import { timeText } from '../model/text.ts'
import { type Headers, serverRequestIdOf } from './headers.ts'
import { languageFor } from './languages.ts'
import { type Decision, type Limiter, rateHeaders, type Usage } from './limits/limiter.ts'

const BEARER = /^Bearer +(\S+) *$/i
/** Unknown but well-formed tokens that one network may try in a minute. Plain junk costs us no look-up and is not counted. */
const GUESSES: Plan = { name: 'guesses', perMinute: 30, perDay: null }

export interface GateParts {
  readonly identify: Identify
  readonly currentActor: CurrentActor
  readonly limiter: Limiter
  /** How far the records that guard access have changed. */
  epoch(): Promise<number>
  readonly plans: { known(): Plan; look(epoch: number): Promise<Plan> | Plan }
  readonly clock: () => number
  readonly trail: Trail
  readonly uses: KeyUses
}

/** What one user has used up, through the API and in the web interface. */
export interface PlanUsage {
  readonly plan: Plan
  readonly api: Usage
  readonly web: Usage
}

/** Authentication and rate limiting. Runs before everything else. */
export interface Gate {
  /** Sets the actor of the request and counts the request against the plan. Throws 400, 401 or 429. */
  admit(request: FastifyRequest): Promise<void>
  /** Admits a request without a credential and counts it against its network. */
  admitAnyone(request: FastifyRequest): Promise<void>
  /** Counts a request as so many more. Throws 429. */
  charge(request: FastifyRequest, further: number): Promise<void>
  /** Checks the credential again where the body arrived after the request was admitted. Throws 401 or 403. */
  readmit(request: FastifyRequest): Promise<void>
  /** What a user has used up of the plan. */
  usageOf(userId: string): Promise<PlanUsage>
  /** Rate limit headers for a response that counts against no limit. */
  headersFor(address: string): Headers
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor of the request, once it was admitted. */
    actor: Actor | null
    /** Whether the whole body had arrived when the credential was checked. */
    wasComplete: boolean
    /** The way in, where it is not the API. */
    via: NonNullable<Actor['via']> | null
  }
}

const anonymous = { userId: null, name: null, role: 'anonymous', scopes: [], permissions: {}, credential: null }

/** The subject that a request is counted for. */
const subjects = {
  user: (userId: string | null) => `user ${userId}`,
  web: (userId: string | null) => `web ${userId}`,
  network: (address: string) => `network ${networkOf(address)}`,
  guesser: (address: string) => `guesses ${networkOf(address)}`,
}

const subjectOfActor = ({ credential, userId }: Actor): string =>
  credential?.isWeb ? subjects.web(userId) : subjects.user(userId)

export function createGate(parts: GateParts): Gate {
  const { identify, currentActor, epoch, limiter, plans, clock, uses } = parts
  const { countingGuesses, refuse } = refusals(parts)
  return {
    /** Every request is admitted, so an available value is not awaited. */
    async admit(request) {
      const credential = credentialOf(request)
      if (!isWellFormed(credential)) throw new Problem(refusalCodeOf(credential)) // a malformed credential costs no query
      request.wasComplete = request.raw.complete
      const currentEpoch = await epoch()
      const now = timeText(clock())
      const found = identify(credential, currentEpoch, now, originOf(request))
      const { actor, refusal, expiresSoon } =
        found instanceof Promise ? await countingGuesses(found, credential, request) : found
      if (refusal) return refuse(actor, refusal, request)
      if (actor.credential?.kind === 'key') uses.note(actor.credential.id, actor.address, now)
      request.actor = actor
      const look = plans.look(currentEpoch)
      const plan = look instanceof Promise ? await look : look
      const taken = limiter.take(subjectOfActor(actor), plan)
      heed(taken instanceof Promise ? await taken : taken, plan, request)
      if (expiresSoon) request.rateHeaders = { ...request.rateHeaders, 'kontor-key-expires': expiresSoon }
    },
    async admitAnyone(request) {
      request.actor = { ...anonymous, ...originOf(request) }
      const plan = await plans.look(await epoch())
      heed(await limiter.take(subjects.network(request.ip), plan), plan, request)
    },
    async charge(request, further) {
      if (further <= 0) return
      const plan = await plans.look(await epoch())
      // A plan of few requests still lets the largest request pass, if it is the first of its minute.
      const count = Math.min(further, plan.perMinute - 1)
      if (count > 0) heed(await limiter.take(subjectOfActor(request.actor!), plan, count), plan, request)
    },
    async readmit(request) {
      const admitted = request.actor!
      try {
        request.actor = await currentActor(admitted)
      } catch (error) {
        if (error instanceof Problem && error.status < 500) return refuse(admitted, error, request)
        throw error
      }
    },
    async usageOf(userId) {
      const plan = await plans.look(await epoch())
      const [api, web] = await Promise.all([limiter.look(subjects.user(userId)), limiter.look(subjects.web(userId))])
      return { plan, api, web }
    },
    headersFor(address) {
      const plan = plans.known()
      return rateHeaders(limiter.peek(subjects.network(address), plan), plan)
    },
  }
}

function heed(decision: Decision, plan: Plan, request: FastifyRequest): void {
  request.rateHeaders = rateHeaders(decision, plan)
  if (!decision.isAllowed) throw tooMany(decision)
}

/** Requests whose credential is not accepted. */
function refusals({ limiter, trail }: GateParts) {
  /** Counted apart from other requests of the network: they may carry good tokens. */
  async function countGuess(request: FastifyRequest): Promise<void> {
    const decision = await limiter.take(subjects.guesser(request.ip), GUESSES)
    if (!decision.isAllowed) heed(decision, GUESSES, request)
  }
  return {
    /** A request with an unknown credential is a guess. */
    countingGuesses: (work: Promise<Identified>, credential: Proof, request: FastifyRequest): Promise<Identified> =>
      work.catch(async (error) => {
        if (error instanceof Problem && isGuess(credential, error)) await countGuess(request)
        throw error
      }),
    async refuse(actor: Actor, refusal: Problem, request: FastifyRequest): Promise<never> {
      await countGuess(request) // each refusal is written to the audit log, which repeated requests must not fill
      await trail.refused(actor, 'identify', subjectOf(actor), refusal)
      throw refusal
    },
  }
}

function credentialOf({ headers }: FastifyRequest): Proof {
  const { authorization, 'x-api-key': key } = headers
  // Some generated clients send the same credential in every way that they know.
  if (authorization !== undefined && key !== undefined && BEARER.exec(authorization)?.[1] !== key) {
    throw new Problem('BAD_REQUEST', { text: msg`Send either a bearer token or an API key, not both.` })
  }
  if (key !== undefined && (authorization === undefined || isApiKey(String(key)))) return { key: String(key) }
  if (authorization === undefined) throw new Problem('UNAUTHORIZED')
  const [, token] = BEARER.exec(authorization) ?? []
  if (!token)
    throw new Problem('UNAUTHORIZED', {
      text: msg`The Authorization header must read: Bearer, a space, the access token.`,
    })
  return { token }
}

const originOf = (request: FastifyRequest) => ({
  address: request.ip,
  requestId: request.id,
  serverRequestId: serverRequestIdOf(request),
  userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
  language: languageFor(request.headers['accept-language']),
  ...(request.via && { via: request.via }),
})

function tooMany({ limit, window, retryAfterSeconds }: Decision): Problem {
  const wait = seconds(retryAfterSeconds)
  const text =
    window === 'day'
      ? msg`The limit of ${limit} requests per day is reached. Try again in ${wait}.`
      : msg`The limit of ${limit} requests per minute is reached. Try again in ${wait}.`
  return new Problem('RATE_LIMIT_EXCEEDED', { text, retryAfterSeconds })
}
