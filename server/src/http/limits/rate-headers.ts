import type { Plan } from '../../config.ts'
import { onceFor } from '../../model/memo/once-for.ts'
import type { Headers } from '../headers.ts'
import { DAY_MS, type Decision, MINUTE_MS } from './limiter.ts'

/** As most clients know them, and as the draft of the IETF names them. */
export const rateHeaders = (decision: Decision, plan: Plan): Headers => ({
  'x-ratelimit-limit': String(decision.limit),
  'x-ratelimit-remaining': String(decision.remaining),
  'x-ratelimit-reset': String(decision.resetAt),
  'ratelimit-policy': policyOf(plan),
  ratelimit: `"${decision.window}";r=${decision.remaining};t=${decision.retryAfterSeconds}`,
})

/** It is the same with every answer under a plan. */
const policyOf = onceFor(({ perMinute, perDay }: Plan): string => {
  const minute = `"minute";q=${perMinute};w=${MINUTE_MS / 1000}`
  return perDay === null ? minute : `${minute}, "day";q=${perDay};w=${DAY_MS / 1000}`
})
