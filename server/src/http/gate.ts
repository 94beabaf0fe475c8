import type { FastifyReply, FastifyRequest } from 'fastify'
import { identify, isGuess, type Proof } from '../auth/identify.ts'
import { networkOf } from '../auth/network.ts'
import type { Plan } from '../config.ts'
import type { Actor } from '../core/access.ts'
import { Problem } from '../core/problem.ts'
import type { Store } from '../core/store.ts'
import type { Decision, Limiter } from './limiter.ts'
import type { Headers } from './server.ts'

const BEARER = /^Bearer +(\S+) *$/i
/** Unknown but well-formed tokens that one network may try in a minute. Plain junk costs us no look-up and is not counted. */
const GUESSES: Plan = { name: 'guesses', perMinute: 30, perDay: null }

export interface GateParts {
  readonly store: Store
  readonly limiter: Limiter
  readonly plan: { current(): Plan; refresh(): Promise<void> }
  readonly clock: () => number
}

/** Who is asking, and may he ask again already. Stands before everything else. */
export interface Gate {
  /** The caller, counted against his plan. Throws 400, 401 or 429. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Actor>
  /** Somebody who need not be signed in, counted against his network. */
  admitAnyone(request: FastifyRequest, reply: FastifyReply): Promise<Actor>
  /** Rate limit headers for an answer that counts against nobody. */
  headersFor(address: string): Headers
}

const nobody = { userId: null, name: null, role: 'nobody', scopes: [], permissions: {}, credential: null }

export function createGate({ store, limiter, plan, clock }: GateParts): Gate {
  const subjectOf = (address: string) => `network ${networkOf(address)}`

  async function take(subject: string, reply: FastifyReply): Promise<void> {
    await plan.refresh()
    const decision = await limiter.take(subject, plan.current())
    reply.headers(rateHeaders(decision))
    if (!decision.isAllowed) throw tooMany(decision)
  }

  /** Only the guesser is slowed down: others behind the same address may have good tokens. */
  async function countGuess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const decision = await limiter.take(`guesses ${networkOf(request.ip)}`, GUESSES)
    if (decision.isAllowed) return
    reply.headers(rateHeaders(decision))
    throw tooMany(decision)
  }

  async function identified(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const credential = credentialOf(request)
    const now = new Date(clock()).toISOString()
    const reads = store.reads({ now, userId: null, ownOnly: () => false })
    try {
      const { actor, refusal } = await identify(reads, credential, now, originOf(request))
      if (refusal) throw refusal
      return actor
    } catch (error) {
      if (error instanceof Problem && isGuess(credential, error)) await countGuess(request, reply)
      throw error
    }
  }

  return {
    async admit(request, reply) {
      const actor = await identified(request, reply)
      await take(`user ${actor.userId}`, reply)
      return actor
    },
    async admitAnyone(request, reply) {
      await take(subjectOf(request.ip), reply)
      return { ...nobody, ...originOf(request) }
    },
    headersFor(address) {
      const decision = limiter.peek(subjectOf(address), plan.current())
      return decision instanceof Promise ? {} : rateHeaders(decision)
    },
  }
}

function credentialOf({ headers }: FastifyRequest): Proof {
  const { authorization, 'x-api-key': key } = headers
  if (authorization !== undefined && key !== undefined) {
    throw new Problem('BAD_REQUEST', { message: 'Send either a bearer token or an API key, not both.' })
  }
  if (key !== undefined) return { key: String(key) }
  if (authorization === undefined) throw new Problem('UNAUTHORIZED')
  const [, token] = BEARER.exec(authorization) ?? []
  if (!token)
    throw new Problem('UNAUTHORIZED', {
      message: 'The Authorization header must read: Bearer, a space, the access token.',
    })
  return { token }
}

const originOf = (request: FastifyRequest) => ({
  address: request.ip,
  requestId: request.id,
  userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
})

const rateHeaders = ({ limit, remaining, resetAt }: Decision): Headers => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetAt),
})

function tooMany({ limit, window, retryAfterSeconds }: Decision): Problem {
  const wait = `${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}`
  const message = `The limit of ${limit} requests per ${window} is reached. Try again in ${wait}.`
  return new Problem('RATE_LIMIT_EXCEEDED', { message, retryAfterSeconds })
}
